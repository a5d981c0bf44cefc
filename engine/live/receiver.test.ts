import { describe, expect, it } from 'vitest';
import type { AccessScope } from '../access/index.ts';
import type { LiveSession } from './contract.ts';
import { Receiver } from './receiver.ts';

const SESSION: LiveSession = { actor: { kind: 'user', userId: 'u' }, claims: { sub: 'u', sid: 's', scope: 'session' }, expiresAt: 0 };

/** A receiver whose socket has the backlog that the test sets. */
function receiverWith() {
  const sent: string[] = [];
  const line = { waiting: 0 };
  const receiver = new Receiver(
    { send: (text) => void sent.push(text), backlog: () => line.waiting, close: () => undefined },
    SESSION,
    {} as AccessScope,
    'U',
  );
  receiver.subscriptions.set('a', { to: { kind: 'list', module: 'm' }, module: 'm', key: '{}', matches: () => true });
  return { receiver, sent, line };
}

describe('A receiver', () => {
  it('gets each change while it reads', () => {
    const { receiver, sent } = receiverWith();
    receiver.sendChange('one', ['a']);
    expect(receiver.flushResync('9', 0)).toBe(true);
    expect(sent).toEqual(['one']);
  });

  it('gets a resync after it fell behind, once it has caught up', () => {
    const { receiver, sent, line } = receiverWith();
    line.waiting = 300 * 1024;
    receiver.sendChange('lost', ['a']);
    expect(receiver.flushResync('5', 1_000)).toBe(true);
    expect(sent).toEqual([]);
    line.waiting = 0;
    expect(receiver.flushResync('9', 2_000)).toBe(true);
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ type: 'resync', subs: ['a'], position: '9' }]);
    expect(receiver.flushResync('9', 3_000)).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('is closed when it stays behind or its backlog is far too large', () => {
    const { receiver, line } = receiverWith();
    line.waiting = 300 * 1024;
    expect(receiver.flushResync('1', 0)).toBe(true);
    expect(receiver.flushResync('1', 9_000)).toBe(true);
    expect(receiver.flushResync('1', 10_000)).toBe(false);
    const other = receiverWith();
    other.line.waiting = 5 * 1024 * 1024;
    expect(other.receiver.flushResync('1', 0)).toBe(false);
  });

  it('gets a resync of everything when one is required, whatever was required before', () => {
    const { receiver, sent } = receiverWith();
    receiver.requireResync(['a']);
    receiver.requireResync(null);
    receiver.requireResync(['a']);
    receiver.flushResync('3', 0);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({ subs: null });
  });
});
