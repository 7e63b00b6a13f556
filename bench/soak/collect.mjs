// Collects garbage on a signal, so that memory is measured without it.
process.on('SIGUSR2', () => globalThis.gc?.())
