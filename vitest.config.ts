import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    env: { TZ: 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    projects: [
      {
        extends: true,
        test: {
          name: 'policy',
          include: ['tests/policy/**/*.test.ts'],
          setupFiles: ['tests/support/forbid-ambient.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'feeds',
          include: ['tests/feeds/**/*.test.ts', 'tests/lib/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/{store,aggregator,api,auth,launch}/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
