/* FMI 2.0 (fmi-standard.org, version 2.0.4 of 2022): names and types are those of the standard. */

#include "instance.c"

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef uint32_t fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean, fmi2Status, fmi2Type, fmi2StatusKind;
typedef char fmi2Char, fmi2Byte;
typedef const char *fmi2String;
typedef void fmi2Logger(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2Logger *logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment environment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#define FMI(name) fmi2##name
typedef fmi2Boolean Boolean;
typedef fmi2Byte Byte;
#include "functions.c"

static void tell(Instance *w, int status, const char *message) {
    fmi2Logger *logger = (fmi2Logger *)w->logger;
    if (logger) logger(w->environment, w->name, status, "logStatusError", "%s", message);
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT fmi2Component fmi2Instantiate(
    fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
    const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
    int kind = type == 0 ? MODEL_EXCHANGE : type == 1 ? CO_SIMULATION : 0;
    fmi2Logger *logger = functions ? functions->logger : 0;
    fmi2ComponentEnvironment environment = functions ? functions->environment : 0;
    const char *wrong = 0;
    (void)resources, (void)visible, (void)logging;
    if (!(kind & KINDS)) wrong = "the FMU was not made for this kind of simulation";
    if (!guid || strcmp(guid, TOKEN)) wrong = "the guid is not that of the FMU";
    if (!processor_suits()) wrong = "the FMU needs a processor with AVX2 and FMA";
    if (wrong) {
        if (logger) logger(environment, name ? name : "", ERROR, "logStatusError", "%s", wrong);
        return 0;
    }
    Instance *w = new_instance(kind, name);
    if (w) w->tell = tell, w->logger = (void *)logger, w->environment = environment;
    return w;
}

/* --- phases ----------------------------------------------------------------------------------- */

EXPORT fmi2Status fmi2SetupExperiment(
    fmi2Component c, fmi2Boolean tolerant, fmi2Real tolerance, fmi2Real start, fmi2Boolean ends,
    fmi2Real stop) {
    return set_up(c, tolerant, tolerance, start, ends, stop);
}
EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
    return enter(c, INSTANTIATED, CO_SIMULATION | MODEL_EXCHANGE, INITIALIZATION);
}

/* --- variables -------------------------------------------------------------------------------- */

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) {
    return get_values(c, r, n, v);
}
EXPORT fmi2Status fmi2SetReal(
    fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[]) {
    return set_values(c, r, n, v);
}
#define NONE(What, Type)                                                                           \
    EXPORT fmi2Status fmi2Get##What(                                                               \
        fmi2Component c, const fmi2ValueReference r[], size_t n, Type v[]) {                       \
        (void)r, (void)v;                                                                          \
        return c && !n ? OK : refuse(c, "all variables are real numbers");                         \
    }                                                                                              \
    EXPORT fmi2Status fmi2Set##What(                                                               \
        fmi2Component c, const fmi2ValueReference r[], size_t n, const Type v[]) {                 \
        (void)r, (void)v;                                                                          \
        return c && !n ? OK : refuse(c, "all variables are real numbers");                         \
    }
NONE(Integer, fmi2Integer)
NONE(Boolean, fmi2Boolean)
NONE(String, fmi2String)

/* --- states of instances ---------------------------------------------------------------------- */

SAVED_STATES(
    GetFMUstate, SetFMUstate, FreeFMUstate, SerializedFMUstateSize, SerializeFMUstate,
    DeSerializeFMUstate)

/* --- model exchange --------------------------------------------------------------------------- */

EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
    Instance *w = c;
    bool changed;
    if (!in_phase(w, EVENT_MODE, MODEL_EXCHANGE) || !info) return not_now(w);
    if (pass_instant(w, &changed)) return ERROR;
    *info = (fmi2EventInfo){
        .valuesOfContinuousStatesChanged = changed,
        .nextEventTimeDefined = isfinite(w->now.next) != 0,
        .nextEventTime = w->now.next};
    return OK;
}
EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real d[], size_t n) {
    return get_rates(c, d, n);
}

/* --- co-simulation ---------------------------------------------------------------------------- */

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_return) {
    Instance *w = c;
    (void)no_return;
    return in_phase(w, STEPPING, CO_SIMULATION) ? advance(w, t, h) : not_now(w);
}

/* --- what the FMU says that it does not have -------------------------------------------------- */

static int not_offered(Instance *w) { return refuse(w, "the FMU does not have this function"); }
EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { return not_offered(c); }
EXPORT fmi2Status fmi2SetRealInputDerivatives(
    fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[],
    const fmi2Real v[]) {
    (void)r, (void)n, (void)o, (void)v;
    return not_offered(c);
}
EXPORT fmi2Status fmi2GetRealOutputDerivatives(
    fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[], fmi2Real v[]) {
    (void)r, (void)n, (void)o, (void)v;
    return not_offered(c);
}
EXPORT fmi2Status fmi2GetDirectionalDerivative(
    fmi2Component c, const fmi2ValueReference u[], size_t nu, const fmi2ValueReference k[],
    size_t nk, const fmi2Real dv[], fmi2Real d[]) {
    (void)u, (void)nu, (void)k, (void)nk, (void)dv, (void)d;
    return not_offered(c);
}
#define STATUS(What, Type)                                                                         \
    EXPORT fmi2Status fmi2Get##What(fmi2Component c, const fmi2StatusKind k, Type *v) {            \
        (void)k, (void)v;                                                                          \
        return c ? DISCARD : ERROR;                                                                \
    }
STATUS(Status, fmi2Status)
STATUS(RealStatus, fmi2Real)
STATUS(IntegerStatus, fmi2Integer)
STATUS(BooleanStatus, fmi2Boolean)
STATUS(StringStatus, fmi2String)
