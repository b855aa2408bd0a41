/* A host without Python: loads the library of an FMU 2.0, steps it, and prints an output. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    void *logger, *allocate, *release, *finished, *environment;
} Callbacks;

int main(int count, char **words) {
    if (count != 6) return 2; /* library, guid, reference, steps, length of a step */
    void *library = dlopen(words[1], RTLD_NOW);
    if (!library) return puts(dlerror()), 3;
    void *(*make)(const char *, int, const char *, const char *, const Callbacks *, int, int);
    int (*setup)(void *, int, double, double, int, double), (*enter)(void *), (*leave)(void *);
    int (*step)(void *, double, double, int), (*get)(void *, const unsigned *, size_t, double *);
    void (*end)(void *);
    *(void **)&make = dlsym(library, "fmi2Instantiate");
    *(void **)&setup = dlsym(library, "fmi2SetupExperiment");
    *(void **)&enter = dlsym(library, "fmi2EnterInitializationMode");
    *(void **)&leave = dlsym(library, "fmi2ExitInitializationMode");
    *(void **)&step = dlsym(library, "fmi2DoStep");
    *(void **)&get = dlsym(library, "fmi2GetReal");
    *(void **)&end = dlsym(library, "fmi2FreeInstance");
    Callbacks none = {0};
    void *fmu = make("host", 1, words[2], "", &none, 0, 0);
    if (!fmu || setup(fmu, 0, 0.0, 0.0, 0, 0.0) || enter(fmu) || leave(fmu)) return 4;
    unsigned reference = (unsigned)atoi(words[3]);
    double h = atof(words[5]), value;
    for (int k = 0; k < atoi(words[4]); k++)
        if (step(fmu, k * h, h, 1)) return 5;
    if (get(fmu, &reference, 1, &value)) return 6;
    printf("%.17g\n", value);
    end(fmu);
    return 0;
}
