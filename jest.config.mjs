import { availableParallelism } from 'node:os'

/** Tests run as native ES modules, because several dependencies ship nothing else. */
export default {
  testEnvironment: 'node',
  // More than there are cores, because some tests wait for timers and other processes.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testMatch: ['<rootDir>/{contract,lib,server,upstream,components,app,scripts}/**/*.test.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2023',
        },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: '<rootDir>/upstream/testing/global-setup.ts',
  globalTeardown: '<rootDir>/upstream/testing/global-teardown.ts',
  // The longest tests take a minute, and three on the machine of CI.
  testTimeout: 240_000,
  setupFiles: ['<rootDir>/upstream/testing/quiet-console.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/release'],
}
