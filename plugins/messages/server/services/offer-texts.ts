import { defineService, offerService, SYSTEM_ACTOR, type ServiceContext } from '#engine';
import { hasCarrier } from './choose-carrier.ts';
import { findRefusal, isAddressOf, normalizeAddress } from './consent.ts';
import { findPeople } from './people-by-number.ts';
import { describeSms } from './queue-sms.ts';
import { chooseSmsSender } from './sms-sender.ts';

/** A text message that its recipient has just asked for, such as a code: it is sent at any hour, and without a signature. */
export interface RequestedText {
  readonly to: string;
  readonly text: string;
  /** Id of the user in whose name it is sent. */
  readonly user: string;
  /** What makes it one message: at most 200 characters. */
  readonly key: string;
}

/** Text messages of other plugins without a template. */
export interface Texts {
  /** Stores a message, which a job sends; or returns why nothing may be sent. Errors: `sms_number_missing`. */
  sendText(message: RequestedText): Promise<{ readonly kind: 'stored' } | { readonly kind: 'refused'; readonly reason: string }>;
}

/** Offered to plugins that send codes. */
export const TEXTS_SERVICE = offerService<Texts>(defineService<Texts>('messages.texts', '1.0.0'), (context) => ({
  sendText: (message) => sendText(context, message),
}));

async function sendText(context: ServiceContext, { to, text, user, key }: RequestedText): ReturnType<Texts['sendText']> {
  if (!isAddressOf('sms', to)) return { kind: 'refused', reason: 'No phone number.' };
  const reason = await findRefusal(context, 'sms', to);
  if (reason !== undefined) return { kind: 'refused', reason };
  const sender = await chooseSmsSender(context, user, '');
  if (sender.number === '' && hasCarrier(context)) context.refuse('sms_number_missing');
  const people = await findPeople(context, normalizeAddress('sms', to));
  await context.records.create(
    { ...SYSTEM_ACTOR, name: 'messages' },
    {
      module: 'sms',
      fields: {
        ...describeSms(to, text, sender, people, undefined),
        ...{ status: 'Queued', send_after: new Date(context.clock.now()).toISOString(), send_key: key },
        ...(user === '' ? {} : { sent_by: user, assigned_to: user }),
      },
    },
  );
  return { kind: 'stored' };
}
