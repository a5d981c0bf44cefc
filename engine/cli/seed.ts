import { parseArgs } from 'node:util';
import { replaceFirstSeed } from '../application/index.ts';
import { runCommand, type CommandInput } from './run-command.ts';

/** `npm run seed -- --size 100000`: demo data with this many records of the largest module, the rest in proportion, through the save pipeline. */
await runCommand(readSize, async (application, size, print) => {
  // This comes first: the first admin is created only in a store without users.
  const admin = await application.ensureFirstAdmin();
  if (admin?.generatedPassword !== undefined) print(`First admin: ${admin.email}\nPassword:    ${admin.generatedPassword}\n`);
  const startedAt = performance.now();
  let total = 0;
  let before = { module: '', done: 0 };
  await replaceFirstSeed(application, size, (module, done, of) => {
    total += done - (before.module === module ? before.done : 0);
    before = { module, done };
    const rate = Math.round(total / ((performance.now() - startedAt) / 1000));
    print(`\r${module}: ${done} of ${of} (${rate} records a second)   `);
  });
  print(`\n${total} records in ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
});

function readSize(): CommandInput<number> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '5000' } } });
  const size = /^\d{1,8}$/.test(values.size) ? Number(values.size) : 0;
  return size < 1 ? { problem: 'The size must be a whole number, 1 or more.' } : { input: size };
}
