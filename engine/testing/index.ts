/** Entry point of the test kit for authors of plugins: `muster/testing`. */
export { startPlugin } from './start-plugin.ts';
export { expectRefusal, type ExpectedRefusal, type Refusal } from './expect-refusal.ts';
export { startStubServer, type ReceivedRequest, type StubResponse, type StubServer } from './stub-server.ts';
export type {
  DrainOptions,
  PluginTestKit,
  PluginTestOptions,
  RestartOptions,
  TestActor,
  TestMail,
  TestUser,
  TestUserInput,
} from './contract.ts';
export type { ApiResponse } from './api-client.ts';
export type { LogEntry } from './memory-log.ts';
export type { Duration, TestClock } from './test-clock.ts';
