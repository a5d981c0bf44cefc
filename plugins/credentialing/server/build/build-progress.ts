import type { PluginContext } from '#engine';
import { BUILD_STEPS, type BuildStep } from '../../shared/build.ts';
import { PROGRESS_EVENT } from '../live-events.ts';

/** Those who follow builds in this process, by the id of the placement. A hook runs in the process of the save that it belongs to. */
const FOLLOWERS = new Map<string, Set<(step: BuildStep) => void>>();

/** Says that a step of the build for a placement begins. A hook that runs again says so again. */
export function reportStep(placement: string, step: BuildStep): void {
  for (const follow of FOLLOWERS.get(placement) ?? []) follow(step);
}

/** What happens to a build, for the user who builds: sent in order, each step once. */
export interface BuildProgress {
  /** Sends how it ended. */
  end(step: 'done' | 'failed', text: string, record?: string): Promise<void>;
}

/** Sends the steps of the build for a placement to a user, until it ends. Without a user it sends nothing. */
export function followBuild({ live }: Pick<PluginContext, 'live'>, placement: string, user: string | undefined): BuildProgress {
  const sent = new Set<string>();
  let sending: Promise<void> = Promise.resolve();
  const send = (step: string, text: string, record?: string): void => {
    if (user === undefined || sent.has(step)) return;
    sent.add(step);
    const data = { placement, step, text, ...(record === undefined ? {} : { record }) };
    sending = sending.then(() => live.send(PROGRESS_EVENT, data, { users: [user] }));
  };
  const follow = (step: BuildStep): void => send(step, BUILD_STEPS[step]);
  const followers = FOLLOWERS.get(placement) ?? new Set<(step: BuildStep) => void>();
  FOLLOWERS.set(placement, followers.add(follow));
  follow('record');
  return {
    end: async (step, text, record) => {
      followers.delete(follow);
      if (followers.size === 0) FOLLOWERS.delete(placement);
      send(step, text, record);
      await sending;
    },
  };
}
