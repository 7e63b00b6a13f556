import js from '@eslint/js'
import next from '@next/eslint-plugin-next'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const restrict = (target, from, message, except = []) => ({ target, from, message, except })

/** app → components → lib → contract; server → lib; upstream → contract; e2e → testing, contract. */
const directions = [
  restrict(
    './contract',
    ['./app', './components', './lib', './server', './upstream'],
    'contract imports no other folder.',
  ),
  restrict('./lib', ['./app', './components', './server'], 'lib must not import app, components or server.'),
  restrict('./components', ['./app', './server', './lib/upstream'], 'Components get their data as props.'),
  restrict(
    './components/admin/ui',
    './components/admin',
    'The shared parts of the staff area import no feature.',
    ['./ui', './api.ts', './error-text.ts', './events.ts', './refetch.ts'],
  ),
  restrict('./app', './server', 'app must not import server.'),
  restrict('./server', ['./app', './components'], 'server must not import app or components.'),
  restrict(
    ['./app', './components', './server'],
    './upstream',
    'Only lib/upstream/transport imports the upstream.',
  ),
  restrict('./lib/!(upstream)/**', './upstream', 'Only lib/upstream/transport imports the upstream.'),
  restrict('./lib/*.ts', './upstream', 'Only lib/upstream/transport imports the upstream.'),
  restrict(
    './lib/upstream/!(transport).ts',
    './upstream',
    'Only lib/upstream/transport imports the upstream.',
  ),
  restrict(
    ['./e2e', './testing'],
    ['./app', './bench', './components', './lib', './scripts', './server', './upstream'],
    'Browser tests import only their support, testing and contract.',
  ),
  restrict(
    ['./app', './components', './contract', './lib', './server', './upstream'],
    './e2e',
    'Share test helpers through testing or contract/testing.',
  ),
  restrict(
    ['./upstream/*/**', './upstream/!(resources).ts'],
    './upstream/*/*routes.ts',
    'Only upstream/resources imports routes.',
  ),
  restrict('./upstream', ['./app', './components', './lib', './server'], 'upstream imports only contract.'),
]

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.next',
      'data',
      'release',
      'release.partial',
      'next-env.d.ts',
      'playwright-report',
      'test-results',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
    },
  },
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
      // A scrollable region must be focusable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'group'] }],
      // The TypeScript compiler reports these.
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
      // Server functions deserialize client input; draft mode puts drafts into cached pages (docs/security-rules.md).
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExpressionStatement[directive=/^use (server|cache)/]',
          message: 'Calls go through /api.',
        },
        {
          selector: 'ImportSpecifier[imported.name="draftMode"]',
          message: 'Previews are staff pages.',
        },
      ],
      // The upstream resizes images at upload, so there is nothing left to optimize.
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [
      'lib/env.ts',
      'server/start.ts',
      'e2e/**',
      'testing/**',
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
