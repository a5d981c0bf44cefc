import { expect, it } from 'vitest';
import { definePlugin, type EffectContext, type InTransactionContext, type PostSaveContext, type PreSaveContext } from '#engine';

/** Checked by the compiler: each `@ts-expect-error` fails the type check when its line has no error. */
async function stampSub({ event, draft, unit }: PreSaveContext<'subs'>): Promise<void> {
  draft.status = 'Hired';
  draft.hire_date = null;
  // @ts-expect-error a value that the field's list does not have
  draft.status = 'Tired';
  // @ts-expect-error a field that subs do not have
  draft.hired = true;
  // @ts-expect-error a field that subs do not have
  event.changed().has('hired');
  const lead = await unit.get('leads', draft.leads_subs ?? '');
  const profession: string | undefined = lead?.profession;
  // @ts-expect-error a lead has no hire date
  expect([profession, lead?.hire_date]).toHaveLength(2);
}

/** Records of modules without generated types, and those of hooks on all modules, are read by field name. */
function readAny({ record, event }: InTransactionContext): void {
  expect([record['anything'], event.before?.['anything'], event.changed().has('anything')]).toHaveLength(3);
}

function readFields({ event, record }: PostSaveContext<'ptoRequests'>): void {
  const hours: number | undefined = record?.hours_requested;
  // @ts-expect-error a field that requests do not have
  expect([hours, event.changedFields.includes('hours')]).toHaveLength(2);
}

/** A save neither waits for other servers nor tells them of a save that may not be committed. */
function reachOut(preSave: PreSaveContext, inTransaction: InTransactionContext, postSave: EffectContext<'subs'>): readonly unknown[] {
  // @ts-expect-error pre-save hooks send no requests
  const before: unknown = preSave.http;
  // @ts-expect-error hooks in the transaction send no mail
  const during: unknown = inTransaction.mail;
  // @ts-expect-error hooks in the transaction call no services
  const called: unknown = inTransaction.service;
  return [before, during, called, postSave.http, postSave.mail, postSave.files, postSave.record?.hire_date];
}

it('types a hook by the module that it names, and rejects it for other modules', () => {
  const plugin = definePlugin({
    name: 'typed',
    version: '1.0.0',
    engine: '*',
    hooks: {
      preSave: [
        { module: 'subs', name: 'stamp', run: stampSub },
        // @ts-expect-error a rule of subs is none of leads
        { module: 'leads', name: 'stamp-lead', run: stampSub },
        { module: 'a_module_of_the_site', name: 'inline', run: ({ draft }) => void (draft['anything'] = 1) },
        { module: '*', name: 'all', run: (context: PreSaveContext) => context.warn('x', 'x') },
      ],
      inTransaction: [
        { module: 'leads', name: 'read', run: readAny },
        { module: '*', name: 'read-all', run: readAny },
      ],
      postSave: [
        { module: 'ptoRequests', name: 'fields', run: readFields },
        {
          module: 'subs',
          name: 'send',
          run: (context: EffectContext<'subs'>) => void reachOut({} as PreSaveContext, {} as InTransactionContext, context),
        },
        // @ts-expect-error an effect of subs is none of leads
        { module: 'leads', name: 'send-lead', run: (context: EffectContext<'subs'>) => void context.http },
      ],
    },
  });
  expect(plugin.hooks?.preSave).toHaveLength(4);
});
