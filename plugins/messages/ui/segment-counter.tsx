import { joinSignature, MAX_SEGMENTS, measureSms } from '../shared/sms-segments.ts';
import { tMessages } from './texts.ts';

/** Whether a text with its signature, or pictures alone, can be sent. */
export function isSendable(text: string, signature: string, pictures: readonly string[]): boolean {
  return (text.trim() !== '' || pictures.length > 0) && measureSms(joinSignature(text.trim(), signature)).segments <= MAX_SEGMENTS;
}

/** The size of a text message while it is typed. */
export function SegmentCounter({ text, signature }: { readonly text: string; readonly signature: string }) {
  const { encoding, units, segments, remaining } = measureSms(text.trim() === '' ? '' : joinSignature(text.trim(), signature));
  const isTooLong = segments > MAX_SEGMENTS;
  const counts = { units, segments, remaining, most: MAX_SEGMENTS };
  return (
    <p className="mg-counter" data-problem={isTooLong || undefined} aria-live="polite">
      {isTooLong ? tMessages('tooLong', { most: MAX_SEGMENTS }) : tMessages(signature === '' ? 'size' : 'sizeOfSigned', counts)}
      {encoding === 'UCS-2' && ` ${tMessages('special')}`}
    </p>
  );
}
