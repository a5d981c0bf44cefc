import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { checkName, checkWords } from './tests/architecture/glossary.js';
import { checkImport } from './tests/architecture/import-rules.js';

/** Part of the configuration, so that the cache of the linter does not outlive a change of what the local rules check. */
const RULE_FILES = ['glossary', 'import-rules', 'packages'].map((name) =>
  readFileSync(path.join(import.meta.dirname, `tests/architecture/${name}.js`)),
);

const local = {
  rules: {
    'package-imports': {
      create(context) {
        const from = path
          .relative(import.meta.dirname, context.filename)
          .split(path.sep)
          .join('/');
        const checkNode = (node) => {
          // Dynamic imports of names that are only known at run time, such as a site's package, cannot be checked here.
          const problem = typeof node.source?.value === 'string' ? checkImport(from, node.source.value) : undefined;
          if (problem) context.report({ node, message: problem });
        };
        return {
          ImportDeclaration: checkNode,
          ExportNamedDeclaration: checkNode,
          ExportAllDeclaration: checkNode,
          ImportExpression: checkNode,
        };
      },
    },
    'plain-words': {
      create(context) {
        const report = (node, message) => {
          if (message) context.report({ node, message });
        };
        const isMember = (node) =>
          (node.parent.property === node && !node.parent.computed) || (node.parent.key === node && !node.parent.shorthand);
        const check = (node) => report(node, checkName(node.name, isMember(node)));
        /** Texts by which the members of a union are told apart, such as `kind: 'cached'`. */
        const isDiscriminator = ({ type, key }) =>
          ['TSLiteralType', 'SwitchCase', 'BinaryExpression'].includes(type) || (type === 'Property' && key.name === 'kind');
        return {
          Program() {
            for (const comment of context.sourceCode.getAllComments()) report(comment, checkWords(comment.value));
          },
          Identifier: check,
          PrivateIdentifier: check,
          Literal(node) {
            const isWord = typeof node.value === 'string' && /^[A-Za-z][\w-]*$/.test(node.value);
            if (isWord && isDiscriminator(node.parent)) report(node, checkName(node.value));
          },
        };
      },
    },
  },
};

export default tseslint.config(
  { ignores: ['**/*.d.ts', 'node_modules/', 'dist/', 'data/', 'coverage/', '**/*.js', '*.config.ts', 'tests/fixtures/plugin-repository/'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    settings: { localRules: createHash('sha256').update(Buffer.concat(RULE_FILES)).digest('hex') },
    plugins: { local },
    rules: {
      'local/package-imports': 'error',
      'local/plain-words': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'ThrowStatement > NewExpression[callee.name="Error"]', message: 'Throw a MusterError with a row of the catalogue.' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      // Ports return promises; a synchronous adapter still has the port's signature.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] } },
  {
    // Responses of the API are untyped in tests: their content is what the test is about.
    files: ['tests/**', '**/*.test.ts', '**/*.test.tsx', 'plugins/*/tests/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
