import type { PluginContext, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { linkPictures } from './sms-pictures.ts';

/** A text message as it is given to a carrier. */
export interface CarrierMessage {
  /** In E.164: '+14045550142'. */
  readonly to: string;
  /** In E.164; '' for none, which only a simulated carrier accepts. */
  readonly from: string;
  readonly text: string;
  /** Addresses of its pictures. */
  readonly pictures: readonly string[];
  /** Address that the carrier sends changes of its status to. */
  readonly statusUrl: string;
}

/** What became of a message. */
export type CarrierResult =
  /** The carrier accepted it. */
  | { readonly kind: 'accepted'; readonly id: string | undefined }
  /** It never will. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It did not accept it now; another attempt may succeed. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** There was no response: it may have accepted it. */
  | { readonly kind: 'unconfirmed'; readonly reason: string };

/** Sends text messages. */
export interface SmsCarrierPort {
  /** Whether messages stay inside the product. */
  readonly isSimulated: boolean;
  /** Sends a message. Never rejects. */
  send(message: CarrierMessage): Promise<CarrierResult>;
  /**
   * The ids of messages that the carrier accepted since a time, with the same numbers and text: an attempt whose response was lost is not
   * repeated. `undefined`: the carrier does not say.
   */
  findAccepted(message: CarrierMessage, since: number): Promise<readonly string[] | undefined>;
}

/** A stored number in E.164. */
export function toE164(number: string): string {
  return number === '' || number.startsWith('+') ? number : `+1${number}`;
}

/** A stored message as it is given to a carrier. */
export function toCarrierMessage(context: Pick<PluginContext, 'publicUrl' | 'createLink'>, sms: VisibleRecord): CarrierMessage {
  return {
    to: toE164(toText(sms['to'])),
    from: toE164(toText(sms['sentFrom'])),
    text: toText(sms['message']),
    pictures: linkPictures(context, sms),
    statusUrl: `${context.publicUrl}/api/sms/status?message=${sms._id}`,
  };
}
