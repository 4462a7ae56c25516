import next from '@next/eslint-plugin-next'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { closedTo, mayImport } from './lint/may-import.ts'
import { takenValues, words } from './lint/words.ts'

/** Ways to open a connection. The door is lib/documents/door/guarded-request.ts; whoever goes round it is open to SSRF. */
const throughTheDoor =
  'Ask the web by lib/documents/fetch/fetch-feed.ts or post-form.ts: they go through the guarded door.'
const waysOut = {
  regex:
    '^(undici|(node:)?(https?|http2|net|tls|dgram|dns|child_process|_http_client)|axios|got|ky|needle|superagent|node-fetch|cross-fetch|ofetch|ws|eventsource)(/|$)',
  message: throughTheDoor,
}
/** These open none, or none to addresses that strangers choose. */
const doors = [
  'lib/documents/door/ask-server.ts', // behind the door, as the next one
  'lib/documents/door/connections.ts',
  'lib/documents/door/address-guard.ts', // isIP
  'lib/documents/door/ask-name-servers.ts', // as whoever resolves a name otherwise may wait in a thread: this one and the next
  'lib/documents/door/resolve-name.ts',
  'lib/store/connection/end-silence.ts', // sockets of the database
]
/** Folders that import no package either. */
const pure = /^lib\/(policy|search|lab\/(literature|simulator))(\/|$)/

const pureFiles = ['lib/policy/**/*.ts', 'lib/lab/{literature,simulator}/*.ts']

/** These listen, start programs and ask each other: our own processes and ports. */
const ownPorts = /^lib\/(launch|web)(\/|$)/

/** A folder that the table does not name may import nothing of ours but words. */
const boundaries = [
  ['lib/**', 'lib/words'],
  ['components/**', 'lib/words'],
  ...Object.entries(mayImport),
].map(([folder, allowed]) => ({
  files: [folder === 'app' ? 'app/**/*.{ts,tsx}' : `${folder}/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: closedTo(folder, allowed),
            message: `${folder} must not import this (lint/may-import.ts).`,
          },
          ...(pure.test(folder) ? [{ regex: '^[^.#]', message: `${folder} imports no package.` }] : []),
          { regex: '^\\.\\./|^\\./.*/', message: 'Name what is in another folder by its #name.' },
          ...(ownPorts.test(folder) ? [] : [waysOut]),
        ],
      },
    ],
  },
}))

/** In flat configuration the last entry for a file holds: the doors keep the rules of their folders but for this one. */
const atTheDoors = doors.map((file) => {
  const folder = file.split('/').slice(0, -1).join('/')
  const { rules } = boundaries.find(({ files }) => files[0] === `${folder}/*.{ts,tsx}`)
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
  ignores: ['lib/documents/door/ask-server.ts', 'lib/documents/door/guarded-request.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: '^(#lib/documents/door|\\.)/(ask-server|connections)\\.ts$',
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
  'components/reading/text/text-diff.ts',
  'lib/documents/*/{attribute-value,decode-document,feed-etag,likeness,link-header,sanitise-html,short-codes,xml-text}.ts',
  'lib/web/measure-requests.ts', // of the build's list of routes, which Next makes and runs itself
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
    'components/shell/frame/sign-out.ts',
    'lib/auth/sign-in/auth-client.ts',
    'lib/{launch,web}/**',
    ...pureFiles,
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
      {
        selector: "TSAsExpression > Identifier.expression[name='globalThis']",
        message:
          'Keep it in the module: it is there once (lib/web/outside-bundle.ts, lib/runtime/once-per-process.ts).',
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
    files: pureFiles,
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
