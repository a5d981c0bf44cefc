export { createOutboundHttp, type OutboundHttpOptions } from './create-outbound-http.ts';
