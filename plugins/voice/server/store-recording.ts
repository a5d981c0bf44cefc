import type { PluginContext } from '#engine';
import type { VoiceCarrierPort } from './carrier/voice-carrier.ts';

/** A stored recording, as the fields of its record. */
export type StoredRecording = { readonly path: string; readonly filename: string; readonly duration_seconds: number };

/** Fetches what was recorded of a call, and stores it as a file. Errors: `voice_carrier_failed` as long as it is not ready; those of the carrier. */
export async function storeRecording(
  { files, refuse }: Pick<PluginContext, 'files' | 'refuse'>,
  carrier: VoiceCarrierPort,
  call: string,
  title: string,
): Promise<StoredRecording> {
  const recording = await carrier.readRecording(call);
  if (recording === undefined) return refuse('voice_carrier_failed', { message: 'The recording is not ready yet.' });
  const name = `${
    title
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .trim()
      .slice(0, 80) || 'recording'
  }.wav`;
  const { path, filename } = await files.store({ name, content: recording.content });
  return { path, filename, duration_seconds: Math.round(recording.seconds) };
}
