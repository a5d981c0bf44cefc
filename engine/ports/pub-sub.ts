/**
 * Short messages between the processes of one installation, delivered at most once and in no guaranteed order: data that
 * must not be lost is in the store. While disconnected, `publish` returns false and nothing is queued for later.
 */
export interface PubSubPort {
  /** Whether messages reach the other processes now. */
  isConnected(): boolean;
  /** Sends a message to all processes; false when it was not sent. Never throws. */
  publish(message: string): Promise<boolean>;
  /** Calls the listener with each message of any process, including this one. Returns a function that unsubscribes. */
  subscribe(listener: (message: string) => void): () => void;
  /** Calls the listener when messages can be sent again after a disconnect. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}
