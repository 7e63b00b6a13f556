// Loaded into the measured server: what it holds is told from what it has not thrown away yet.
process.on('SIGUSR2', () => globalThis.gc?.())
