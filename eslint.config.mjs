import js from '@eslint/js'
import next from '@next/eslint-plugin-next'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const restrict = (target, from, message, except = []) => ({ target, from, message, except })

/** app → components → lib → upstream; the upstream knows nothing of Next, and e2e speaks HTTP only. */
const directions = [
  restrict('./lib', ['./app', './components'], 'lib knows nothing of what is above it.'),
  restrict('./components', './app', 'Components know nothing of routes.'),
  restrict(['./app', './components'], './upstream', 'Only lib/upstream/transport reaches the upstream.'),
  restrict('./lib/!(upstream)/**', './upstream', 'Only lib/upstream/transport reaches the upstream.'),
  restrict(
    './lib/upstream/!(transport).ts',
    './upstream',
    'Only lib/upstream/transport reaches the upstream.',
  ),
  restrict('./upstream', ['./app', './components'], 'The upstream stands alone.'),
  restrict('./components', './lib/upstream', 'Components are given what they show.'),
]

export default tseslint.config(
  { ignores: ['node_modules', '.next', 'data', 'next-env.d.ts', 'playwright-report', 'test-results'] },
  js.configs.recommended,
  tseslint.configs.strict,
  importX.flatConfigs.recommended,
  importX.flatConfigs.typescript,
  a11y.flatConfigs.recommended,
  hooks.configs.flat.recommended,
  {
    plugins: { '@next/next': next },
    rules: { ...next.configs.recommended.rules, ...next.configs['core-web-vitals'].rules },
  },
  {
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ alwaysTryTypes: true })],
      next: { rootDir: '.' },
    },
    rules: {
      'no-console': 'error',
      // A region that scrolls has to be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'group'] }],
      // Types say it better, and the compiler has said it already.
      'no-undef': 'off',
      'import-x/named': 'off',
      'import-x/no-named-as-default-member': 'off',
      'import-x/no-named-as-default': 'off',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': ['error', { zones: directions }],
      'import-x/no-unresolved': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Each of them brings the deserialisation of what a browser sends, or drafts in cached pages (docs/security-rules.md).
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExpressionStatement[directive=/^use (server|cache)/]',
          message: 'Calls go through /api.',
        },
        {
          selector: 'ImportSpecifier[imported.name="draftMode"]',
          message: 'A preview is a page of the staff.',
        },
      ],
      // Sizes of covers are made by the upstream at upload; nothing is left for an optimiser to do.
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [
      'lib/env.ts',
      'server.ts',
      // Which of two runtimes it is built for stands there; it is gone in what is built.
      'instrumentation.ts',
      'e2e/**',
      'bench/**',
      '**/*.test.ts',
      'upstream/testing/**',
      'playwright.config.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'lib/env.ts parses the environment.' },
      ],
    },
  },
  {
    files: ['upstream/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['next', 'next/*', 'next-*', 'react', 'react-dom', '#app/*', '#components/*'] },
      ],
    },
  },
  { files: ['scripts/**', 'bench/**'], rules: { 'no-console': 'off' } },
)
