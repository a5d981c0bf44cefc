import type { ConversationView } from '../shared/chat.ts';
import { tChat } from './texts.ts';

/** The volume of the sound of a new message. */
const VOLUME = 0.5;
const SOUND_KEY = 'muster-chat-sound';
/** Other tabs are silent for this long after one has announced a message. */
const HOLD_MS = 1_500;

/** Conversations that are open on the screen of this tab. */
const shown = new Map<string, number>();

/** Says that a conversation is on the screen, until the returned function is called: its messages make no sound. */
export function showOnScreen(key: string): () => void {
  shown.set(key, (shown.get(key) ?? 0) + 1);
  return () => {
    shown.set(key, (shown.get(key) ?? 1) - 1);
  };
}

/** Whether new messages play a sound in this browser; default: they do. */
export function hasSound(): boolean {
  try {
    return localStorage.getItem(SOUND_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function switchSound(isOn: boolean): void {
  try {
    localStorage.setItem(SOUND_KEY, isOn ? 'on' : 'off');
  } catch (error) {
    console.warn('Whether messages play a sound cannot be stored on this device.', error);
  }
}

/** Two short tones at half the volume. A browser that does not let a page play before it was clicked plays nothing. */
export async function playSound(): Promise<void> {
  try {
    const audio = new AudioContext();
    await audio.resume();
    const gain = audio.createGain();
    gain.gain.setValueAtTime(VOLUME, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
    gain.connect(audio.destination);
    for (const [at, tone] of [660, 880].entries()) {
      const oscillator = audio.createOscillator();
      oscillator.frequency.value = tone;
      oscillator.connect(gain);
      oscillator.start(audio.currentTime + at * 0.12);
      oscillator.stop(audio.currentTime + at * 0.12 + 0.2);
    }
    setTimeout(() => void audio.close(), 1_000);
  } catch (error) {
    console.warn('The sound of a message could not be played.', error);
  }
}

/** Shows a notification of the browser, if the user allowed it, while no tab of the product is on the screen. */
function notifyByBrowser({ key, name, last }: ConversationView): void {
  if (document.visibilityState === 'visible' || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const notification = new Notification(tChat('from', { name: last?.by || name }), { body: last?.text ?? '', tag: key });
  notification.onclick = () => {
    globalThis.focus();
    globalThis.location.assign(`/app/chat?c=${encodeURIComponent(key)}`);
  };
}

/** Announces a new message that the user does not see already: in one tab only. */
export function announceMessage(message: string, conversations: readonly ConversationView[]): void {
  const conversation = conversations.find(({ unread, last }) => unread > 0 && last?.isOwn === false);
  if (conversation === undefined) return;
  if (document.visibilityState === 'visible' && (shown.get(conversation.key) ?? 0) > 0) return;
  const announce = () => {
    if (hasSound()) void playSound();
    notifyByBrowser(conversation);
  };
  if (!('locks' in navigator)) {
    announce();
    return;
  }
  void navigator.locks.request(`chat-message-${message}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    announce();
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
  });
}
