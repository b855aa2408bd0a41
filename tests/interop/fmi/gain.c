/* A small FMU 2.0 for co-simulation: u = gain * (target - x) at once, and the integral of x by its
   steps. References: 0 x, 1 u, 2 integral, 3 gain, 4 target, 5 on (a Boolean). */
#include <stdlib.h>
#include <string.h>

typedef struct {
    double value[5];
    int on;
} Law;
typedef void *Component;
#define API __attribute__((visibility("default")))

API const char *fmi2GetTypesPlatform(void) { return "default"; }
API const char *fmi2GetVersion(void) { return "2.0"; }
API Component fmi2Instantiate(
    const char *name, int type, const char *guid, const char *where, const void *f, int v, int l) {
    if (type != 1 || strcmp(guid, "{gain}")) return 0;
    Law *law = calloc(1, sizeof *law);
    law->value[3] = 1.0;
    law->on = 1;
    return law;
}
API void fmi2FreeInstance(Component c) { free(c); }
API int fmi2SetupExperiment(Component c, int d, double tol, double t, int e, double s) { return 0; }
API int fmi2EnterInitializationMode(Component c) { return 0; }
API int fmi2ExitInitializationMode(Component c) { return 0; }
API int fmi2Terminate(Component c) { return 0; }
API int fmi2Reset(Component c) { return 0; }
API int fmi2SetReal(Component c, const unsigned r[], size_t n, const double v[]) {
    for (size_t k = 0; k < n; k++) {
        if (r[k] > 4) return 3;
        ((Law *)c)->value[r[k]] = v[k];
    }
    return 0;
}
API int fmi2GetReal(Component c, const unsigned r[], size_t n, double v[]) {
    Law *law = c;
    law->value[1] = law->on ? law->value[3] * (law->value[4] - law->value[0]) : 0.0;
    for (size_t k = 0; k < n; k++) {
        if (r[k] > 4) return 3;
        v[k] = law->value[r[k]];
    }
    return 0;
}
API int fmi2SetBoolean(Component c, const unsigned r[], size_t n, const int v[]) {
    for (size_t k = 0; k < n; k++) ((Law *)c)->on = v[k];
    return 0;
}
API int fmi2DoStep(Component c, double t, double h, int no_return) {
    Law *law = c;
    if (t > 90.0) return 3; /* it has had enough */
    law->value[2] += h * law->value[0];
    return 0;
}
#define NOT(name)                                                                                  \
    API int name(Component c) { return 3; }
NOT(fmi2SetDebugLogging)
NOT(fmi2GetInteger)
NOT(fmi2GetBoolean)
NOT(fmi2GetString)
NOT(fmi2SetInteger)
NOT(fmi2SetString)
NOT(fmi2GetFMUstate)
NOT(fmi2SetFMUstate)
NOT(fmi2FreeFMUstate)
NOT(fmi2SerializedFMUstateSize)
NOT(fmi2SerializeFMUstate)
NOT(fmi2DeSerializeFMUstate)
NOT(fmi2GetDirectionalDerivative)
NOT(fmi2SetRealInputDerivatives)
NOT(fmi2GetRealOutputDerivatives)
NOT(fmi2CancelStep)
NOT(fmi2GetStatus)
NOT(fmi2GetRealStatus)
NOT(fmi2GetIntegerStatus)
NOT(fmi2GetBooleanStatus)
NOT(fmi2GetStringStatus)
