import { expect, it } from 'vitest';
import type { RecordDocument, RecordDraft } from '#engine/model/values';
import { createFixtureModule } from '#tests/support';
import { stampMessages } from './fill-values.ts';

const module = createFixtureModule({
  name: 'threads',
  fields: [{ name: 'replies', type: 'MessageListField' }],
  relations: [],
  indexes: [],
  contains: [],
});

const stamp = { by: 'me', at: '2026-01-02T03:04:05.000Z' };

const old = { text: 'before', by: 'somebody', at: '2025-01-01T00:00:00.000Z' };

it('sets the author and time of a new message, regardless of the input', () => {
  const draft: RecordDraft = { replies: [old, { text: 'new', by: 'the boss', at: '1999-01-01T00:00:00.000Z' }] };
  const before: RecordDocument = { _id: '1', _version: 1, replies: [old] };
  stampMessages(module, draft, before, new Set(['replies']), stamp);
  expect(draft.replies).toEqual([old, { text: 'new', by: 'me', at: stamp.at }]);
});

it('does not change messages that are not being changed', () => {
  const draft: RecordDraft = { replies: [old] };
  stampMessages(module, draft, { _id: '1', _version: 1, replies: [old] }, new Set(), stamp);
  expect(draft.replies).toEqual([old]);
});

it('sets author and time of all messages of a new record', () => {
  const draft: RecordDraft = { replies: [{ text: 'first' }] };
  stampMessages(module, draft, undefined, new Set(['replies']), stamp);
  expect(draft.replies).toEqual([{ text: 'first', by: 'me', at: stamp.at }]);
});
