import type { PluginJobContext } from '#engine';
import { recoverVoiceshots } from './call-voiceshot.ts';
import { recoverCampaigns } from './dial.ts';
import { recoverMessages } from './record-message.ts';

/** Every ten minutes: whatever lost its job goes on. */
export async function recover(context: PluginJobContext): Promise<void> {
  await recoverCampaigns(context);
  await recoverVoiceshots(context);
  await recoverMessages(context);
}
