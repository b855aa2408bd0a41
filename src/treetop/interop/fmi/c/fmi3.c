/* FMI 3.0 (fmi-standard.org, version 3.0.2 of 2024): names and types are those of the standard. */

#include "instance.c"

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef int fmi3Status, fmi3DependencyKind, fmi3IntervalQualifier;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef void fmi3Logger(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void fmi3Anything(void);
#define FMI(name) fmi3##name
typedef fmi3Boolean Boolean;
typedef fmi3Byte Byte;
#include "functions.c"
#define REFERENCES const fmi3ValueReference r[], size_t n

static void tell(Instance *w, int status, const char *message) {
    fmi3Logger *logger = (fmi3Logger *)w->logger;
    if (logger) logger(w->environment, status, "logStatusError", message);
}

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

static Instance *instantiated(
    int kind, const char *name, const char *token, void *environment, fmi3Logger *logger) {
    const char *wrong = 0;
    if (!(kind & KINDS)) wrong = "the FMU was not made for this kind of simulation";
    if (!token || strcmp(token, TOKEN)) wrong = "the token is not that of the FMU";
    if (!processor_suits()) wrong = "the FMU needs a processor with AVX2 and FMA";
    if (wrong) {
        if (logger) logger(environment, ERROR, "logStatusError", wrong);
        return 0;
    }
    Instance *w = new_instance(kind, name);
    if (w) w->tell = tell, w->logger = (void *)logger, w->environment = environment;
    return w;
}

EXPORT fmi3Instance fmi3InstantiateModelExchange(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3Logger *logger) {
    (void)resources, (void)visible, (void)logging;
    return instantiated(MODEL_EXCHANGE, name, token, environment, logger);
}
EXPORT fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference r[],
    size_t n, fmi3InstanceEnvironment environment, fmi3Logger *logger, fmi3Anything *update) {
    (void)resources, (void)visible, (void)logging, (void)events, (void)early, (void)r, (void)n;
    (void)update;
    return instantiated(CO_SIMULATION, name, token, environment, logger);
}
EXPORT fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3Logger *logger,
    fmi3Anything *update, fmi3Anything *lock, fmi3Anything *unlock) {
    (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
    return instantiated(0, name, token, environment, logger);
}

/* --- phases ----------------------------------------------------------------------------------- */

EXPORT fmi3Status fmi3EnterInitializationMode(
    fmi3Instance c, fmi3Boolean tolerant, fmi3Float64 tolerance, fmi3Float64 start,
    fmi3Boolean ends, fmi3Float64 stop) {
    if (set_up(c, tolerant, tolerance, start, ends, stop)) return ERROR;
    return enter(c, INSTANTIATED, CO_SIMULATION | MODEL_EXCHANGE, INITIALIZATION);
}

/* --- variables -------------------------------------------------------------------------------- */

EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c, REFERENCES, fmi3Float64 v[], size_t m) {
    return m == n ? get_values(c, r, n, v) : refuse(c, "an array has another length");
}
EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c, REFERENCES, const fmi3Float64 v[], size_t m) {
    return m == n ? set_values(c, r, n, v) : refuse(c, "an array has another length");
}
#define NONE(What)                                                                                 \
    EXPORT fmi3Status fmi3Get##What(fmi3Instance c, REFERENCES, fmi3##What v[], size_t m) {        \
        (void)r, (void)v, (void)m;                                                                 \
        return c && !n ? OK : refuse(c, "all variables are of type Float64");                      \
    }                                                                                              \
    EXPORT fmi3Status fmi3Set##What(fmi3Instance c, REFERENCES, const fmi3##What v[], size_t m) {  \
        (void)r, (void)v, (void)m;                                                                 \
        return c && !n ? OK : refuse(c, "all variables are of type Float64");                      \
    }
NONE(Float32)
NONE(Int8)
NONE(UInt8)
NONE(Int16)
NONE(UInt16)
NONE(Int32)
NONE(UInt32)
NONE(Int64)
NONE(UInt64)
NONE(Boolean)
NONE(String)
#define NOTHING return c && !n ? OK : refuse(c, "all variables are of type Float64")
EXPORT fmi3Status fmi3GetBinary(fmi3Instance c, REFERENCES, size_t s[], fmi3Binary v[], size_t m) {
    (void)r, (void)s, (void)v, (void)m;
    NOTHING;
}
EXPORT fmi3Status fmi3SetBinary(
    fmi3Instance c, REFERENCES, const size_t s[], const fmi3Binary v[], size_t m) {
    (void)r, (void)s, (void)v, (void)m;
    NOTHING;
}
EXPORT fmi3Status fmi3GetClock(fmi3Instance c, REFERENCES, fmi3Clock v[]) {
    (void)r, (void)v;
    NOTHING;
}
EXPORT fmi3Status fmi3SetClock(fmi3Instance c, REFERENCES, const fmi3Clock v[]) {
    (void)r, (void)v;
    NOTHING;
}

/* --- states of instances ---------------------------------------------------------------------- */

SAVED_STATES(
    GetFMUState, SetFMUState, FreeFMUState, SerializedFMUStateSize, SerializeFMUState,
    DeserializeFMUState)

/* --- model exchange --------------------------------------------------------------------------- */

EXPORT fmi3Status fmi3UpdateDiscreteStates(
    fmi3Instance c, fmi3Boolean *again, fmi3Boolean *end, fmi3Boolean *nominals,
    fmi3Boolean *values, fmi3Boolean *defined, fmi3Float64 *next) {
    Instance *w = c;
    bool changed;
    if (!in_phase(w, EVENT_MODE, MODEL_EXCHANGE)) return not_now(w);
    if (!again || !end || !nominals || !values || !defined || !next)
        return refuse(w, "an argument is missing");
    if (pass_instant(w, &changed)) return ERROR;
    *again = *end = *nominals = false;
    *values = changed;
    *defined = isfinite(w->now.next) != 0;
    *next = w->now.next;
    return OK;
}
EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { return c ? OK : ERROR; }
EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 d[], size_t n) {
    return get_rates(c, d, n);
}
EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n) {
    if (!c || !n) return ERROR;
    *n = 0;
    return OK;
}
EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n) {
    if (!c || !n) return ERROR;
    *n = STATES;
    return OK;
}

/* --- co-simulation ---------------------------------------------------------------------------- */

EXPORT fmi3Status fmi3DoStep(
    fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_return, fmi3Boolean *event,
    fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *reached) {
    Instance *w = c;
    (void)no_return;
    if (event) *event = false;
    if (end) *end = false;
    if (early) *early = false;
    int status = in_phase(w, STEPPING, CO_SIMULATION) ? advance(w, t, h) : not_now(w);
    if (reached && w) *reached = CLOCK(w);
    return status;
}

/* --- what the FMU says that it does not have -------------------------------------------------- */

#define NOT_OFFERED(name, ...)                                                                     \
    EXPORT fmi3Status name(fmi3Instance c, __VA_ARGS__) {                                          \
        return refuse(c, "the FMU does not have this function");                                   \
    }
EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { return not_now(c); }
EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return not_now(c); }
EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance c) { return not_now(c); }
NOT_OFFERED(fmi3GetNumberOfVariableDependencies, fmi3ValueReference r, size_t *n)
NOT_OFFERED(fmi3GetVariableDependencies, fmi3ValueReference r, size_t a[], fmi3ValueReference b[],
            size_t d[], fmi3DependencyKind k[], size_t n)
NOT_OFFERED(fmi3GetDirectionalDerivative, REFERENCES, const fmi3ValueReference k[], size_t nk,
            const fmi3Float64 s[], size_t ns, fmi3Float64 d[], size_t nd)
NOT_OFFERED(fmi3GetAdjointDerivative, REFERENCES, const fmi3ValueReference k[], size_t nk,
            const fmi3Float64 s[], size_t ns, fmi3Float64 d[], size_t nd)
NOT_OFFERED(fmi3GetIntervalDecimal, REFERENCES, fmi3Float64 i[], fmi3IntervalQualifier q[])
NOT_OFFERED(fmi3GetIntervalFraction, REFERENCES, fmi3UInt64 a[], fmi3UInt64 b[],
            fmi3IntervalQualifier q[])
NOT_OFFERED(fmi3GetShiftDecimal, REFERENCES, fmi3Float64 s[])
NOT_OFFERED(fmi3GetShiftFraction, REFERENCES, fmi3UInt64 a[], fmi3UInt64 b[])
NOT_OFFERED(fmi3SetIntervalDecimal, REFERENCES, const fmi3Float64 i[])
NOT_OFFERED(fmi3SetIntervalFraction, REFERENCES, const fmi3UInt64 a[], const fmi3UInt64 b[])
NOT_OFFERED(fmi3SetShiftDecimal, REFERENCES, const fmi3Float64 s[])
NOT_OFFERED(fmi3SetShiftFraction, REFERENCES, const fmi3UInt64 a[], const fmi3UInt64 b[])
NOT_OFFERED(fmi3GetOutputDerivatives, REFERENCES, const fmi3Int32 o[], fmi3Float64 v[], size_t m)
NOT_OFFERED(fmi3ActivateModelPartition, fmi3ValueReference r, fmi3Float64 t)
