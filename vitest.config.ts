import os from 'node:os'
import { defineConfig } from 'vitest/config'

const policy = 'tests/policy/**/*.test.ts'
const database =
  'tests/{store,aggregator,api,sync,auth,launch,security,backup,fuzz/database}/**/*.test.{ts,tsx}'
const browser = 'tests/e2e/**/*.test.ts'
/** Tests that take more than some ten seconds; `npm run check` leaves them to `npm test`. */
const long = 'tests/**/*.long.test.ts'

const withDatabase = {
  globalSetup: ['tests/support/database-server.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: os.availableParallelism(), // vitest's own choice leaves one core idle: half of two
    env: { TZ: 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    projects: [
      {
        extends: true,
        test: {
          name: 'policy',
          include: [policy],
          exclude: [long],
          setupFiles: ['tests/support/forbid-ambient.ts'],
          isolate: false, // pure functions: nothing passes from file to file, and 33 starts of a process are spared
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['tests/**/*.test.{ts,tsx}'], // whatever no other project claims: no test is ever forgotten
          exclude: [policy, database, browser, long, 'tests/artefacts/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'database', include: [database], exclude: [long], ...withDatabase },
      },
      {
        extends: true,
        test: { name: 'long', include: [long], ...withDatabase, testTimeout: 300_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [browser],
          ...withDatabase,
          globalSetup: [...withDatabase.globalSetup, 'tests/support/shared-app.ts'],
          fileParallelism: false, // one application serves them all
          testTimeout: 180_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 15_000 } }, // the usual second is too short on a machine that is busy
        },
      },
    ],
  },
})
