import type { PluginContext } from '#engine';
import { createSimulatedCarrier } from './simulated-carrier.ts';
import type { VoiceCarrierPort } from './voice-carrier.ts';

/** Milliseconds between two looks at a call. */
export const POLL_MS = 1_000;

/** The carrier of calls: the simulated one, at the pace of the settings. */
export function chooseCarrier({ setting, clock }: Pick<PluginContext, 'setting' | 'clock'>): VoiceCarrierPort {
  const read = (key: string): number => Number(setting(key) ?? 0);
  return createSimulatedCarrier(() => clock.now(), { ring: read('voice_ring_seconds'), talk: read('voice_talk_seconds') });
}
