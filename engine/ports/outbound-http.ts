/** A message to somebody else's server. */
export interface OutboundRequest {
  /** As an admin wrote it. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** What became of a request: an answer with its status, or the reason why there is none. */
export interface OutboundResult {
  /** Status of the answer; undefined when none came whole enough to have one. */
  readonly status: number | undefined;
  /** Why there is no answer, in words for an admin. */
  readonly failure: string | undefined;
  /** How the answer's body begins, readable and short; '' for none. */
  readonly excerpt: string;
  /** Milliseconds. */
  readonly duration: number;
}

/**
 * Calls servers outside, at addresses that an admin wrote: none of the house's own network can be reached by it, whatever
 * a name resolves to at the time of the call, unless the configuration names its host. Redirects are not followed.
 */
export interface OutboundHttpPort {
  /** Why a URL may not be called, in words for an admin; undefined when it may, as far as can be known now. */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends a POST and waits at most ten seconds in all. Never throws for what the other side does. */
  post(request: OutboundRequest): Promise<OutboundResult>;
}
