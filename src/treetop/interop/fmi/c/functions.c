/* Functions that FMI 2.0 and 3.0 have alike. A version has named itself before: FMI(name) is how it
   spells the name of a function, Boolean and Byte are its types; all its handles are pointers, and
   its status an int. */

EXPORT void FMI(FreeInstance)(void *c) { free_instance(c); }
EXPORT int FMI(SetDebugLogging)(void *c, Boolean on, size_t n, const char *const s[]) {
    (void)on, (void)n, (void)s;
    return c ? OK : ERROR;
}

/* --- phases ----------------------------------------------------------------------------------- */

static int enter(Instance *w, int from, int kinds, int to) {
    if (!in_phase(w, from, kinds)) return not_now(w);
    w->now.phase = to;
    return OK;
}
static int set_up(
    Instance *w, bool tolerant, double tolerance, double start, bool ends, double stop) {
    if (!in_phase(w, INSTANTIATED, CO_SIMULATION | MODEL_EXCHANGE)) return not_now(w);
    if (tolerant && w->kind == CO_SIMULATION && tolerance >= LEAST_TOLERANCE && tolerance < 1.0)
        DOUBLES(w, AT_CONTROL)[0] = tolerance;
    if (ends && !(stop <= LATEST)) return refuse(w, LATE);
    return start_at(w, start);
}
EXPORT int FMI(ExitInitializationMode)(void *c) {
    Instance *w = c;
    if (!in_phase(w, INITIALIZATION, CO_SIMULATION | MODEL_EXCHANGE)) return not_now(w);
    if (initialize(w)) return ERROR;
    w->now.phase = w->kind == CO_SIMULATION ? STEPPING : EVENT_MODE;
    return OK;
}
EXPORT int FMI(Terminate)(void *c) {
    return enter(c, RUNNING, CO_SIMULATION | MODEL_EXCHANGE, TERMINATED);
}
EXPORT int FMI(Reset)(void *c) {
    if (!c) return ERROR;
    begin_anew(c);
    return OK;
}

/* --- states of instances, whose functions each version spells in its own way ------------------- */

#define SAVED_STATES(Get, Set, Free, Size, Serialize, Deserialize)                                 \
    EXPORT int FMI(Get)(void *c, void **s) { return get_saved(c, s); }                             \
    EXPORT int FMI(Set)(void *c, void *s) { return set_saved(c, s); }                              \
    EXPORT int FMI(Free)(void *c, void **s) { return free_saved(c, s); }                           \
    EXPORT int FMI(Size)(void *c, void *s, size_t *n) { return saved_size(c, s, n); }              \
    EXPORT int FMI(Serialize)(void *c, void *s, Byte b[], size_t n) {                              \
        return serialize(c, s, b, n);                                                              \
    }                                                                                              \
    EXPORT int FMI(Deserialize)(void *c, const Byte b[], size_t n, void **s) {                     \
        return deserialize(c, b, n, s);                                                            \
    }

/* --- model exchange --------------------------------------------------------------------------- */

EXPORT int FMI(EnterEventMode)(void *c) { return enter(c, EXCHANGE, MODEL_EXCHANGE, EVENT_MODE); }
EXPORT int FMI(EnterContinuousTimeMode)(void *c) {
    return enter(c, EVENT_MODE, MODEL_EXCHANGE, CONTINUOUS);
}
EXPORT int FMI(CompletedIntegratorStep)(void *c, Boolean no_return, Boolean *event, Boolean *end) {
    bool needed = false;
    (void)no_return;
    int status = step_completed(c, &needed);
    if (event) *event = needed;
    if (end) *end = false;
    return status;
}
EXPORT int FMI(SetTime)(void *c, double t) { return set_time(c, t); }
EXPORT int FMI(SetContinuousStates)(void *c, const double x[], size_t n) {
    return set_states(c, x, n);
}
EXPORT int FMI(GetContinuousStates)(void *c, double x[], size_t n) { return get_states(c, x, n); }
EXPORT int FMI(GetNominalsOfContinuousStates)(void *c, double x[], size_t n) {
    return get_nominals(c, x, n);
}
EXPORT int FMI(GetEventIndicators)(void *c, double e[], size_t n) { return sized(c, e, n, 0); }
