import next from '@next/eslint-plugin-next'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Our folders that a folder may import besides itself; what is not listed is closed (README: Dependencies). */
const mayImport = {
  'lib/policy': [],
  'lib/api': [],
  'lib/search': [],
  'lib/feeds': ['lib/config', 'lib/log'],
  'lib/store': ['lib/policy', 'lib/feeds', 'lib/search', 'lib/api', 'lib/config', 'lib/clock', 'lib/log'],
  'lib/aggregator': ['lib/policy', 'lib/feeds', 'lib/store', 'lib/api', 'lib/config', 'lib/clock', 'lib/log'],
  'lib/queries': ['lib/api', 'lib/search'],
  'lib/auth': ['lib/api', 'lib/store', 'lib/config', 'lib/log'],
  'lib/sync': ['lib/store', 'lib/auth', 'lib/api', 'lib/config', 'lib/log'],
  'lib/launch': ['lib/config', 'lib/log'],
  components: ['lib/queries', 'lib/api', 'lib/search', 'lib/auth/auth-client', 'lib/format'],
  app: [
    'components',
    'lib/queries',
    'lib/api',
    'lib/store',
    'lib/feeds',
    'lib/search',
    'lib/aggregator',
    'lib/sync',
    'lib/auth',
    'lib/config',
    'lib/clock',
    'lib/log',
    'lib/format',
    'package',
  ],
}

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
            message: `${folder} must not import this (README: Dependencies).`,
          },
          pure.includes(folder)
            ? { regex: '^[^.#]', message: `${folder} imports no package.` }
            : { regex: '^\\.\\./', message: 'Leave a folder by its #name.' },
        ],
      },
    ],
  },
}))

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
  ...boundaries,
)
