/* A model that is run: its memory, and what a host can do with it, whatever the version of FMI.

   All that a model has, tables, workspace and time loop, is one block, of which each instance has a
   copy.  model.h says where in it everything is. */

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define HIDDEN __attribute__((visibility("hidden")))

enum { OK = 0, WARNING = 1, DISCARD = 2, ERROR = 3, FATAL = 4 }; /* as FMI numbers them */
enum { CO_SIMULATION = 1, MODEL_EXCHANGE = 2 };
enum { TIME, STATE, RATE, INPUT, OUTPUT, CONSTANT, PARAMETER }; /* kinds of variables */
enum { PAUSED = 0, FINISHED = 1 };                              /* outcomes of the time loop */
enum { LOST = 2 };                                              /* of a projection */
enum {                                                          /* phases of an instance */
    INSTANTIATED = 1 << 0,
    INITIALIZATION = 1 << 1,
    EVENT_MODE = 1 << 2,
    CONTINUOUS = 1 << 3,
    STEPPING = 1 << 4,
    TERMINATED = 1 << 5,
    FAILED = 1 << 6,
    SETTING_UP = INSTANTIATED | INITIALIZATION,
    EXCHANGE = EVENT_MODE | CONTINUOUS,
    RUNNING = EXCHANGE | STEPPING,
    ANY = 127
};
enum { ALIGNED = 64 };
#define LATEST (SPAN_END + 1e-9 * (SPAN_END - SPAN_START))
#define LATE "this is beyond the duration that the FMU was made for"
#define CLOSE 1e-9 /* s, or part of a time: hosts may reach an instant by sums of steps */
#define DRIFT 1e-7 /* part of a state, or of one: constraints missed by more are put right */

typedef struct Instance Instance;
typedef void Tell(Instance *w, int status, const char *message);

typedef struct {
    double last, next; /* instants between which the motion is smooth */
    int32_t phase;
    bool set_up;    /* states were set by the host */
    bool commanded; /* inputs were */
    bool rates_known, outputs_known;
} Situation;

struct Instance {
    char *own, *block;
    Situation now;
    int kind;
    char name[128];
    Tell *tell;
    void *environment, *logger;
};

#define DOUBLES(w, at) ((double *)((w)->block + (at)))
#define WORDS(w, at) ((int64_t *)((w)->block + (at)))
#define CLOCK(w) (DOUBLES(w, AT_CLOCK)[0])
#define Y(w) DOUBLES(w, AT_Y)
#define PUT(w, at, k, x) memcpy(WORDS(w, at) + (k), &(double){x}, sizeof(double))

extern const char treetop_content[];

/* What compiled code would ask of Python if a function were missing from a table; none is. */
#define NO_PYTHON(name) HIDDEN void *name(void) { return 0; }
NO_PYTHON(PyImport_ImportModule)
NO_PYTHON(PyLong_AsVoidPtr)
NO_PYTHON(PyObject_CallFunctionObjArgs)
NO_PYTHON(PyObject_GetAttrString)
NO_PYTHON(Py_DecRef)
NO_PYTHON(numba_gil_ensure)
NO_PYTHON(numba_gil_release)
NO_PYTHON(numba_unpickle)

/* As the compiler's own library has them. */
HIDDEN double numba_frexp(double x, int *exponent) {
    *exponent = 0;
    return isfinite(x) && x != 0.0 ? frexp(x, exponent) : x;
}
HIDDEN double numba_ldexp(double x, int exponent) {
    return isfinite(x) && x != 0.0 && exponent ? ldexp(x, exponent) : x;
}

/* Arrays that functions of the user make: counted, and freed with the last reference. */
typedef struct {
    size_t references;
    void *end, *information, *data;
    size_t size;
    void *allocator;
} Counted;

HIDDEN void *NRT_MemInfo_alloc_aligned(size_t size, unsigned align) {
    Counted *made = calloc(1, sizeof *made + align + size);
    if (!made) return 0;
    uintptr_t first = (uintptr_t)(made + 1);
    *made = (Counted){.references = 1, .size = size};
    made->data = (void *)(align ? (first + align - 1) / align * align : first);
    return made;
}
HIDDEN void *NRT_MemInfo_alloc_safe_aligned(size_t size, unsigned align) {
    return NRT_MemInfo_alloc_aligned(size, align);
}
HIDDEN void NRT_MemInfo_call_dtor(void *made) { free(made); }

/* --- memory ---------------------------------------------------------------------------------- */

static void relocate(Instance *w) {
    for (size_t k = 0; k < RELOCATIONS; k++)
        *WORDS(w, relocations[k][0]) = (int64_t)(intptr_t)(w->block + relocations[k][1]);
    for (size_t k = 0; k < CALLS; k++)
        *WORDS(w, calls[k].at) = (int64_t)(intptr_t)calls[k].function;
}

/* As it was exported. */
static void begin_anew(Instance *w) {
    memcpy(w->block, treetop_content, CONTENT);
    relocate(w);
    w->now = (Situation){.last = SPAN_START, .next = INFINITY, .phase = INSTANTIATED};
}

static bool processor_suits(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

static Instance *new_instance(int kind, const char *name) {
    Instance *w = calloc(1, sizeof *w);
    char *own = w ? malloc(CONTENT + ALIGNED) : 0;
    if (!own) {
        free(w);
        return 0;
    }
    w->own = own;
    w->block = own + (ALIGNED - (uintptr_t)own % ALIGNED);
    w->kind = kind;
    snprintf(w->name, sizeof w->name, "%s", name ? name : "");
    begin_anew(w);
    return w;
}

static void free_instance(Instance *w) {
    if (w) free(w->own);
    free(w);
}

/* Say what is wrong. */
static int refuse(Instance *w, const char *message) {
    if (w && w->tell) w->tell(w, ERROR, message);
    return ERROR;
}

/* The same, after which an instance can only be reset or freed. */
static int fail(Instance *w, const char *message) {
    w->now.phase = FAILED;
    return refuse(w, message);
}

static bool in_phase(Instance *w, int phases, int kind) {
    return w && (w->now.phase & phases) && (w->kind & kind);
}

/* A call that is not allowed now returns what this does. */
static int not_now(Instance *w) {
    return refuse(w, "this function cannot be called in this state of the instance");
}

/* --- the motion ------------------------------------------------------------------------------ */

static void forget(Instance *w) { w->now.rates_known = w->now.outputs_known = false; }

/* Rates of the state, on the side of instants on which the motion goes on. */
static int find_rates(Instance *w) {
    if (w->now.rates_known) return OK;
    double t = CLOCK(w), after = nextafter(w->now.last, INFINITY);
    double before = nextafter(w->now.next, -INFINITY);
    int64_t result;
    if (w->kind == CO_SIMULATION) after = nextafter(t, INFINITY), before = INFINITY;
    PUT(w, AT_DERIVATIVE, 0, t < after ? after : t > before ? before : t);
    if (CALL_DERIVATIVE(WORDS(w, AT_DERIVATIVE), &result)) return fail(w, BEYOND);
    const double *rate = DOUBLES(w, AT_RATE);
    for (size_t k = 0; k < STATES; k++)
        if (!isfinite(rate[states[k]])) return refuse(w, "an acceleration is not finite");
    w->now.rates_known = true;
    return OK;
}

static int find_outputs(Instance *w) {
    int64_t result;
    if (w->now.outputs_known) return OK;
    *WORDS(w, AT_SIGNAL_RANK) = -1; /* ranks of constraints are decided for each look */
    PUT(w, AT_SIGNALS, 0, CLOCK(w));
    if (CALL_SIGNALS(WORDS(w, AT_SIGNALS), &result)) return fail(w, BEYOND);
    w->now.outputs_known = true;
    return OK;
}

/* Put a copy of the state right: what has become of it, and by how much it was off. */
static int project(Instance *w, double *off) {
    double *trial = DOUBLES(w, AT_TRIAL), *y = Y(w);
    int64_t result;
    memcpy(trial, y, N * sizeof *y);
    memcpy(trial + N, DOUBLES(w, AT_RATE), N * sizeof *y);
    PUT(w, AT_PROJECT, 0, CLOCK(w));
    if (CALL_PROJECT(WORDS(w, AT_PROJECT), &result)) return fail(w, BEYOND);
    if (result == LOST) return fail(w, "the constraints of the model cannot be met");
    *off = 0.0;
    for (size_t k = 0; k < STATES; k++) {
        double missed = fabs(trial[states[k]] - y[states[k]]) / fmax(1.0, fabs(y[states[k]]));
        if (!(missed <= *off)) *off = missed;
    }
    return OK;
}

static void take_projected(Instance *w) {
    memcpy(Y(w), DOUBLES(w, AT_TRIAL), N * sizeof(double));
    forget(w);
}

/* Let the start that a host has chosen meet the constraints. */
static int initialize(Instance *w) {
    double off;
    if (w->now.set_up) {
        if (project(w, &off)) return ERROR;
        take_projected(w);
    }
    w->now.set_up = w->now.commanded = false; /* the loop has not begun */
    return OK;
}

static int start_at(Instance *w, double t) {
    if (!(t >= SPAN_START && t < SPAN_END))
        return refuse(w, "the start is not within the times that the FMU was made for");
    CLOCK(w) = w->now.last = t;
    forget(w);
    return OK;
}

/* Go on to a time by the time loop of the model. */
static int advance(Instance *w, double from, double step) {
    double t = CLOCK(w), target = from + step;
    int64_t outcome = PAUSED;
    if (!(step > 0.0 && isfinite(target))) return refuse(w, "a step must be above 0");
    if (!(fabs(from - t) <= 1e-6 * step + 1e-12 * fabs(t)))
        return refuse(w, "a step must begin where the last one ended");
    if (target > SPAN_END && target <= SPAN_END + 1e-6 * step) target = SPAN_END;
    if (!(target <= SPAN_END)) return refuse(w, LATE);
    if (w->now.commanded) {
        if (find_rates(w)) return ERROR;
        memcpy(DOUBLES(w, AT_SINGULAR), treetop_content + AT_SINGULAR, SINGULAR); /* no way back */
        w->now.commanded = false;
    }
    forget(w);
    DOUBLES(w, AT_PAUSE)[0] = target;
    while (CLOCK(w) < target) {
        if (CALL_ADVANCE(WORDS(w, AT_ADVANCE), &outcome)) return fail(w, BEYOND);
        if (outcome != PAUSED && outcome != FINISHED)
            return fail(w, outcomes[outcome < 0 || outcome >= OUTCOMES ? 0 : outcome]);
        if (outcome == FINISHED) break;
    }
    return OK;
}

/* Run what is due at an instant; the continuous states may change, and the next instant is known. */
static int pass_instant(Instance *w, bool *changed) {
    double off, before[STATES + 1], *y = Y(w);
    double late = CLOCK(w) - w->now.next, close = CLOSE * fmax(1.0, fabs(CLOCK(w)));
    if (late > close) return fail(w, "a time event was passed over");
    if (late >= -close) CLOCK(w) = w->now.next; /* to the bit, as samples are told by their times */
    for (size_t k = 0; k < STATES; k++) before[k] = y[states[k]];
    if (project(w, &off)) return ERROR;
    if (off > DRIFT) take_projected(w);
    if (CALL_BLOCKS(WORDS(w, AT_BLOCKS), &w->now.next)) return fail(w, BEYOND);
    if (isnan(w->now.next)) return fail(w, "a controller failed");
    w->now.last = CLOCK(w);
    forget(w);
    *changed = false;
    for (size_t k = 0; k < STATES; k++) *changed |= before[k] != y[states[k]];
    return OK;
}

/* --- variables ------------------------------------------------------------------------------- */

static int get_value(Instance *w, uint32_t r, double *value) {
    if (r >= VARIABLES) return refuse(w, "there is no variable of this reference");
    int64_t at = variables[r].place;
    switch (variables[r].kind) {
    case TIME: *value = CLOCK(w); return OK;
    case STATE:
    case INPUT: *value = Y(w)[at]; return OK;
    case RATE:
        if (find_rates(w)) return ERROR;
        *value = DOUBLES(w, AT_RATE)[at];
        return OK;
    case OUTPUT:
        if (find_outputs(w)) return ERROR;
        *value = DOUBLES(w, AT_OUT)[at];
        return OK;
    case CONSTANT: *value = constants[at]; return OK;
    default: *value = DOUBLES(w, AT_CONTROL)[at]; return OK;
    }
}

static int set_command(Instance *w, int64_t at, double value) {
    int64_t result;
    if (Y(w)[at] == value && !PULSED) return OK;
    Y(w)[at] = value;
    WORDS(w, AT_COMMAND)[COMMAND_PLACE] = at;
    PUT(w, AT_COMMAND, COMMAND_TIME, CLOCK(w));
    if (CALL_COMMAND(WORDS(w, AT_COMMAND), &result)) return fail(w, BEYOND);
    w->now.commanded = true;
    forget(w);
    return OK;
}

static int set_value(Instance *w, uint32_t r, double value) {
    if (r >= VARIABLES) return refuse(w, "there is no variable of this reference");
    if (!isfinite(value)) return refuse(w, "a value that is set must be finite");
    int64_t at = variables[r].place;
    bool setting_up = (w->now.phase & SETTING_UP) != 0;
    switch (variables[r].kind) {
    case INPUT: return set_command(w, at, value);
    case STATE:
        if (!setting_up) return refuse(w, "a start value is set before the motion begins");
        Y(w)[at] = value;
        w->now.set_up = true;
        forget(w);
        return OK;
    case PARAMETER:
        if (!setting_up) return refuse(w, "a parameter is set before the motion begins");
        if (!(value > 0.0 && value < 1.0)) return refuse(w, "a tolerance is between 0 and 1");
        DOUBLES(w, AT_CONTROL)[at] = value;
        return OK;
    default: return refuse(w, "this variable cannot be set");
    }
}

static int get_values(Instance *w, const uint32_t r[], size_t n, double v[]) {
    int status = OK;
    if (!in_phase(w, ANY & ~FAILED, CO_SIMULATION | MODEL_EXCHANGE)) return not_now(w);
    if (n && (!r || !v)) return refuse(w, "an array is missing");
    for (size_t k = 0; k < n && status == OK; k++) status = get_value(w, r[k], &v[k]);
    return status;
}

static int set_values(Instance *w, const uint32_t r[], size_t n, const double v[]) {
    int status = OK;
    if (!in_phase(w, SETTING_UP | RUNNING, CO_SIMULATION | MODEL_EXCHANGE)) return not_now(w);
    if (n && (!r || !v)) return refuse(w, "an array is missing");
    for (size_t k = 0; k < n && status == OK; k++) status = set_value(w, r[k], v[k]);
    return status;
}

/* --- continuous states, for hosts that integrate ---------------------------------------------- */

static int sized(Instance *w, const void *array, size_t n, size_t wanted) {
    if (!in_phase(w, INITIALIZATION | EXCHANGE, MODEL_EXCHANGE)) return not_now(w);
    return n == wanted && (array || !n) ? OK : refuse(w, "an array has another length");
}

static int get_states(Instance *w, double x[], size_t n) {
    if (sized(w, x, n, STATES)) return ERROR;
    for (size_t k = 0; k < n; k++) x[k] = Y(w)[states[k]];
    return OK;
}

static int set_states(Instance *w, const double x[], size_t n) {
    if (sized(w, x, n, STATES)) return ERROR;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(x[k])) return refuse(w, "a state must be finite");
    for (size_t k = 0; k < n; k++) Y(w)[states[k]] = x[k];
    forget(w);
    return OK;
}

static int get_rates(Instance *w, double d[], size_t n) {
    if (sized(w, d, n, STATES) || find_rates(w)) return ERROR;
    for (size_t k = 0; k < n; k++) d[k] = DOUBLES(w, AT_RATE)[states[k]];
    return OK;
}

static int get_nominals(Instance *w, double x[], size_t n) {
    if (sized(w, x, n, STATES)) return ERROR;
    for (size_t k = 0; k < n; k++) x[k] = 1.0;
    return OK;
}

static int set_time(Instance *w, double t) {
    if (!in_phase(w, EXCHANGE, MODEL_EXCHANGE)) return not_now(w);
    if (!(t >= SPAN_START && isfinite(t))) /* solvers may look beyond the end, and come back */
        return refuse(w, "this is before the times that the FMU was made for");
    CLOCK(w) = t;
    forget(w);
    return OK;
}

/* Whether a step has left the constraints so far that they must be met anew. */
static int step_completed(Instance *w, bool *event) {
    double off;
    *event = false;
    if (!in_phase(w, CONTINUOUS, MODEL_EXCHANGE)) return not_now(w);
    if (!(CLOCK(w) <= LATEST)) return refuse(w, LATE);
    if (project(w, &off)) return ERROR;
    *event = off > DRIFT;
    return OK;
}

/* --- the state of an instance ----------------------------------------------------------------- */

#define SAVED_SIZE (sizeof(Situation) + CONTENT)

static int save(Instance *w, char *saved) {
    memcpy(saved, &w->now, sizeof w->now);
    memcpy(saved + sizeof w->now, w->block, CONTENT);
    return OK;
}

static int load(Instance *w, const char *saved) {
    memcpy(&w->now, saved, sizeof w->now);
    memcpy(w->block, saved + sizeof w->now, CONTENT);
    relocate(w);
    return OK;
}

static int get_saved(Instance *w, void **saved) {
    if (!in_phase(w, ANY & ~FAILED, CO_SIMULATION | MODEL_EXCHANGE) || !saved) return not_now(w);
    if (!*saved) *saved = malloc(SAVED_SIZE);
    return *saved ? save(w, *saved) : refuse(w, "there is not enough memory");
}

static int set_saved(Instance *w, const void *saved) {
    return w && saved ? load(w, saved) : refuse(w, "there is no state to return to");
}

static int free_saved(Instance *w, void **saved) {
    if (!w || !saved) return refuse(w, "there is no state to free");
    free(*saved);
    *saved = 0;
    return OK;
}

static int saved_size(Instance *w, const void *saved, size_t *size) {
    if (!w || !saved || !size) return refuse(w, "there is no state");
    *size = SAVED_SIZE;
    return OK;
}

static int serialize(Instance *w, const void *saved, void *bytes, size_t n) {
    if (!w || !saved || !bytes || n < SAVED_SIZE) return refuse(w, "there is not enough room");
    memcpy(bytes, saved, SAVED_SIZE);
    return OK;
}

static int deserialize(Instance *w, const void *bytes, size_t n, void **saved) {
    if (!w || !bytes || !saved || n != SAVED_SIZE) return refuse(w, "this is no state of this FMU");
    if (!*saved) *saved = malloc(SAVED_SIZE);
    if (!*saved) return refuse(w, "there is not enough memory");
    memcpy(*saved, bytes, SAVED_SIZE);
    return OK;
}
