import next from '@next/eslint-plugin-next'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { takenValues, words } from './lint/words.ts'

/** Our folders that a folder may import besides itself; what is not listed is closed (docs/architecture.md: Dependencies). */
const mayImport = {
  'lib/policy': [],
  'lib/words': [],
  'lib/api': [
    'lib/words',
    'lib/policy/reason',
    'lib/say-reason',
    'lib/collect-bytes',
    'lib/auth/client-address',
  ],
  'lib/search': [],
  'lib/feeds': ['lib/config', 'lib/log', 'lib/collect-bytes'],
  'lib/store': [
    'lib/policy',
    'lib/feeds',
    'lib/search',
    'lib/api',
    'lib/config',
    'lib/clock',
    'lib/log',
    'lib/words',
    'lib/say-reason',
  ],
  'lib/aggregator': [
    'lib/policy',
    'lib/feeds',
    'lib/store',
    'lib/api',
    'lib/mail',
    'lib/words',
    'lib/format',
    'lib/config',
    'lib/clock',
    'lib/known-visits',
    'lib/log',
  ],
  'lib/offline': ['lib/api'],
  'lib/queries': ['lib/api', 'lib/search', 'lib/words'],
  'lib/mail': ['lib/config', 'lib/log'],
  'lib/auth': [
    'lib/api',
    'lib/store',
    'lib/feeds/gate',
    'lib/mail',
    'lib/config',
    'lib/after-answer',
    'lib/known-visits',
    'lib/log',
    'lib/words',
  ],
  'lib/sync': ['lib/store', 'lib/auth', 'lib/api', 'lib/config', 'lib/log', 'lib/words'],
  'lib/backup': ['lib/launch', 'lib/store/advisory-locks', 'lib/config', 'package'],
  'lib/launch': [
    'lib/api/errors',
    'lib/api/route',
    'lib/auth',
    'lib/config',
    'lib/log',
    'lib/after-answer',
    'lib/known-visits',
    'lib/process-metrics',
    'lib/refused-pages',
  ],
  components: [
    'lib/queries',
    'lib/api',
    'lib/search',
    'lib/auth/auth-client',
    'lib/format',
    'lib/format-delay',
    'lib/say-reason',
    'lib/words',
  ],
  app: [
    'components',
    'lib/queries',
    'lib/api',
    'lib/store',
    'lib/feeds',
    'lib/search',
    'lib/aggregator',
    'lib/after-answer',
    'lib/sync',
    'lib/auth',
    'lib/mail',
    'lib/config',
    'lib/clock',
    'lib/log',
    'lib/disk-free',
    'lib/process-metrics',
    'lib/share-for',
    'lib/format',
    'lib/format-delay',
    'lib/words',
    'package',
  ],
}

/** Ways to open a connection. The door is lib/feeds/guarded-request.ts; whoever goes round it is open to SSRF. */
const throughTheDoor =
  'Ask the web by lib/feeds/fetch-feed.ts or post-form.ts: they go through the guarded door.'
const waysOut = {
  regex:
    '^(undici|(node:)?(https?|http2|net|tls|dgram|dns|child_process|_http_client)|axios|got|ky|needle|superagent|node-fetch|cross-fetch|ofetch|ws|eventsource)(/|$)',
  message: throughTheDoor,
}
/** These open none, or none to addresses that strangers choose. */
const doors = [
  'lib/feeds/ask-server.ts', // behind the door, as the next one
  'lib/feeds/connections.ts',
  'lib/feeds/address-guard.ts', // isIP
  'lib/feeds/ask-name-servers.ts', // as whoever resolves a name otherwise may wait in a thread: this one and the next
  'lib/feeds/resolve-name.ts',
  'lib/launch/**', // our own processes and ports
  'lib/store/end-silence.ts', // sockets of the database
]
/** Folders that import no package either. */
const pure = ['lib/policy', 'lib/search']

const boundaries = Object.entries(mayImport).map(([folder, others]) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^#(?!(${[folder, ...others].join('|')})[/.])`,
            message: `${folder} must not import this (docs/architecture.md: Dependencies).`,
          },
          pure.includes(folder)
            ? { regex: '^[^.#]', message: `${folder} imports no package.` }
            : { regex: '^\\.\\./', message: 'Leave a folder by its #name.' },
          waysOut,
        ],
      },
    ],
  },
}))

/** In flat configuration the last entry for a file holds: the doors keep the rules of their folders but for this one. */
const atTheDoors = doors.map((file) => {
  const folder = file.split('/').slice(0, 2).join('/')
  const { rules } = boundaries.find(({ files }) => files[0].startsWith(folder))
  const [level, { patterns }] = rules['no-restricted-imports']
  return {
    files: [file],
    rules: {
      'no-restricted-imports': [level, { patterns: patterns.filter((pattern) => pattern !== waysOut) }],
    },
  }
})

/** What the guarded door stands before: whoever takes it from there is held to none of its limits. */
const behindTheDoor = {
  files: ['lib/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'],
  ignores: ['lib/feeds/ask-server.ts', 'lib/feeds/guarded-request.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: '^(#lib/feeds|\\.)/(ask-server|connections)\\.ts$',
            allowTypeImports: true,
            message: throughTheDoor,
          },
        ],
      },
    ],
  },
}

/** Files that put a pattern together from parts: tests/security/built-expressions tries what each of them makes. */
const patternMakers = [
  'components/reading/player/chapters-in-text.ts',
  'components/reading/text-diff.ts',
  'lib/feeds/{decode-document,feed-etag,likeness,link-header,sanitise-html,shown-html,xml-text}.ts',
  'lib/launch/measure-requests.ts', // of the build's list of routes, which Next makes and runs itself
  'lib/search/{read-tokens,source-query}.ts',
  'lib/words/languages.ts',
]
const patterns = {
  rules: {
    'written-out': {
      create: ({ report }) => ({
        'NewExpression[callee.name="RegExp"]': (node) =>
          report({
            node,
            message: 'Write the pattern out, or try what is made here in tests/security/built-expressions.',
          }),
      }),
    },
  },
}

const noWaysOut = {
  files: ['lib/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
  // The browser's requests, to our own server.
  ignores: [
    'lib/queries/**',
    'lib/offline/**',
    'components/shell/sign-out.ts',
    'lib/launch/**',
    'lib/policy/**',
  ],
  rules: {
    'no-restricted-globals': [
      'error',
      ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({
        name,
        message: throughTheDoor,
      })),
    ],
    'no-restricted-syntax': [
      'error',
      {
        selector:
          'MemberExpression[object.name=/^(globalThis|window|self|global)$/] > Identifier.property[name=/^(fetch|XMLHttpRequest|WebSocket|EventSource)$/]',
        message: throughTheDoor,
      },
      {
        selector:
          'ImportExpression[source.value=/^(undici|(node:)?(https?|http2|net|tls|dgram|dns))/], CallExpression[callee.property.name=/^(getBuiltinModule|createRequire)$/], CallExpression[callee.name=/^(require|createRequire)$/]',
        message: throughTheDoor,
      },
      {
        selector: "CallExpression[callee.property.name='parseURL']",
        message: 'rss-parser only parses: it would fetch by itself.',
      },
    ],
  },
}

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      'node_modules/**',
      'data/**',
      'lib/store/generated/**',
      'next-env.d.ts',
      'tests/artefacts/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-nested-ternary': 'error',
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks, '@next/next': next, 'jsx-a11y': jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...next.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
    },
  },
  {
    files: ['lib/policy/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'performance'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The policy gets `now` as an argument.' },
        { object: 'Math', property: 'random', message: 'The policy gets its random source as an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'The policy gets `now` as an argument.',
        },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
    ignores: ['components/ui/step-history.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['pushState', 'replaceState'].map((property) => ({
          property,
          message: 'The router may not hear of it yet: stepHistory waits for it.',
        })),
      ],
    },
  },
  ...boundaries,
  ...atTheDoors,
  noWaysOut,
  behindTheDoor,
  {
    // No file says of itself that a rule does not hold for it. Screens may, where a rule of theirs is wrong.
    files: ['lib/**', 'app/**'],
    ignores: ['app/not-found.tsx'],
    linterOptions: { noInlineConfig: true },
  },
  {
    files: ['lib/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
    ignores: patternMakers,
    plugins: { patterns },
    rules: { 'patterns/written-out': 'error' },
  },
  {
    files: ['lib/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
    plugins: { words },
    rules: { 'words/with-values': ['error', takenValues()] },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'],
    rules: { 'words/from-files': 'error' },
  },
)
