import os from 'node:os'
import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { isForeign } from './lib/runtime/foreign-names.ts'
import { chromiumFlags } from './tests/support/browser/browser.ts'
import { findChromium } from './tests/support/browser/chromium.ts'
import { SlowestFirst } from './tests/support/run/slowest-first.ts'
import { byTier, isNight } from './tests/support/run/tier.ts'

// Somebody who runs the tests may have POSTGRES_PASSWORD, which ends the start of a server.
for (const name of Object.keys(process.env)) if (isForeign(name)) Reflect.deleteProperty(process.env, name)

const policy = 'tests/{policy,lab/literature,lab/simulator}/**/*.test.ts'
/** These set or count something of their process: its configuration, the web server's own database. `end-file-process.ts` takes it back. */
const database =
  'tests/{aggregator,api,auth,backup,fuzz/database,lab/runs,launch,planning,polling,security,sending,store,sync,web}/**/*.test.{ts,tsx}'
const browser = 'tests/e2e/**/*.test.ts'
/** Browser tests that change what holds for the whole server, or look at what others change so: one after the other. */
const serial = 'tests/e2e/**/*.serial.test.ts'
/** Modules with JSX, which Node itself cannot load, and what these stand on. */
const components = 'tests/{components,queries,mail}/**/*.test.{ts,tsx}'
/** Components of ours alone, drawn in a real browser; requests are answered by the test. */
const drawn = 'tests/components/browser/**/*.test.tsx'
/** A window of these has fingers and no mouse, and cannot change that: Chromium gives the mouse back only to the next page. */
const touched = 'tests/components/browser/**/*touch.test.tsx'
/** What modules do when they are loaded is the subject of these, or React keeps the document that it finds: each has a process of its own. */
const alone = 'tests/**/*.alone.test.{ts,tsx}'
/** Compares what the tests on a database have asked with what the code declares: it runs after them. */
const statements = 'tests/store/row-types.test.ts'
/** Tests that take more than some ten seconds; `npm run check` leaves them out, `npm test` runs samples of those of more than a minute. */
const long = 'tests/**/*.long.test.ts'

/** Node itself loads these, as it does in production; no file is transformed first. It can load no JSX, and its loader asks for the time. */
const byNode = { experimental: { viteModuleRunner: false } }

const withDatabase = {
  globalSetup: ['tests/support/servers/database-server.ts'],
  setupFiles: [
    'tests/support/run/cheap-answers.ts',
    'tests/support/run/end-file.ts',
    'tests/support/run/end-file-database.ts',
  ],
}

/** A browser for components, whose windows are like this. */
const chromium = (context: { readonly hasTouch?: boolean }) =>
  playwright({
    launchOptions: { executablePath: findChromium() ?? '', args: chromiumFlags }, // none: others can run
    contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...context },
    actionTimeout: 30_000,
  })

/** One application and one Chromium serve all files. Those of the first group run before those of the second. */
const inBrowser = (groupOrder: number) => ({
  ...withDatabase,
  globalSetup: [
    ...withDatabase.globalSetup,
    'tests/support/browser/shared-browser.ts',
    'tests/support/browser/shared-app.ts',
  ],
  sequence: { groupOrder },
  isolate: false, // 48 starts of a process are spared
  maxWorkers: os.availableParallelism(), // two windows draw as much as two processors can
  testTimeout: 180_000,
  hookTimeout: 300_000,
})

export default defineConfig({
  test: {
    // On a machine with much else to do, what takes a second may take many.
    testTimeout: byTier({ night: 300_000, sample: 60_000 }),
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } }, // the usual second is too short there
    sequence: { sequencer: SlowestFirst },
    maxWorkers: os.availableParallelism() + 1, // a test often waits for a database, a browser or a program
    env: {
      ...{ TZ: 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
      AUTH_SECRET: 'a secret of the tests, at least 32 characters',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'policy',
          include: [policy],
          exclude: [long],
          setupFiles: ['tests/support/run/forbid-ambient.ts'],
          isolate: false, // pure functions: nothing passes from file to file, and 33 starts of a process are spared
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['tests/**/*.test.{ts,tsx}'], // whatever no other project claims: no test is ever forgotten
          exclude: [policy, database, components, browser, long, alone, 'tests/artefacts/**'],
          setupFiles: ['tests/support/run/end-file.ts'],
          isolate: false,
          ...byNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: [components],
          exclude: [drawn, long, alone],
          setupFiles: [
            'tests/support/run/load-without-window.ts',
            'tests/support/run/end-timers.ts',
            'tests/support/run/end-file.ts',
            'tests/support/run/end-file-process.ts',
          ],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: [alone] } },
      {
        extends: true,
        test: {
          name: 'database',
          include: [database],
          exclude: [long, statements, alone],
          isolate: false,
          execArgv: ['--max-semi-space-size=64'], // one process serves a hundred files, and collects its garbage less often so
          ...byNode,
          ...withDatabase,
          globalSetup: [...withDatabase.globalSetup, 'tests/support/statements/recording.ts'],
          setupFiles: [
            ...withDatabase.setupFiles,
            'tests/support/run/end-file-process.ts',
            'tests/support/run/cheap-scrypt.ts',
            'tests/support/statements/record.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'statements',
          include: [statements],
          sequence: { groupOrder: 3 },
          hookTimeout: 300_000, // the compiler reads all that the statements import
          ...byNode,
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          ...{ name: 'long', include: [long], hookTimeout: 300_000 },
          testTimeout: byTier({ night: 1_800_000, sample: 300_000 }),
          fileParallelism: !isNight,
          ...byNode,
          ...withDatabase,
        },
      },
      {
        extends: true,
        // Each file loads some 500 modules into a frame of its own. In a whole run nothing changes them, so the browser keeps them.
        server: {
          headers:
            process.env['TEST_TIER'] === undefined ? {} : { 'cache-control': 'max-age=3600, immutable' },
        },
        resolve: {
          alias: {
            'next/link': path.resolve('tests/support/components/next-link.tsx'),
            'next/navigation': path.resolve('tests/support/components/next-navigation.ts'),
          },
        },
        // What was found only while tests run would be loaded beside another copy of React.
        optimizeDeps: {
          entries: [
            drawn,
            '{components,lib/queries,lib/words}/**/*.{ts,tsx}',
            'lib/auth/sign-in/{auth-client,weak-password}.ts',
          ],
          include: ['react/jsx-dev-runtime', 'react-dom/client'],
        },
        test: {
          name: 'components-browser',
          include: [drawn],
          setupFiles: ['tests/support/components/set-up.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: 180_000, // as long as a busy machine needs to start a browser
            viewport: { width: 1440, height: 900 },
            instances: [
              { browser: 'chromium', exclude: [touched], provider: chromium({}) },
              {
                browser: 'chromium',
                name: 'components-browser (touch)',
                include: [touched],
                provider: chromium({ hasTouch: true }),
              },
            ],
          },
        },
      },
      { extends: true, test: { name: 'e2e', include: [browser], exclude: [serial], ...inBrowser(1) } },
      {
        extends: true,
        test: { name: 'e2e-serial', include: [serial], fileParallelism: false, ...inBrowser(2) },
      },
    ],
  },
})
