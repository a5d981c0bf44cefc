/**
 * Short messages between the processes of one installation, at most once each and in no promised order: what must not be
 * lost is in the store. Away, it says so and keeps nothing for later.
 */
export interface PubSubPort {
  /** Whether messages reach the others now. */
  isConnected(): boolean;
  /** Hands a message to all processes; false when it did not go. Never throws. */
  publish(message: string): Promise<boolean>;
  /** Calls back with each message of any process, this one too. Answers how to stop. */
  subscribe(listener: (message: string) => void): () => void;
  /** Calls back when messages go through again after they did not. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}
