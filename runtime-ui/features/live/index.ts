export { LazyLiveHost } from './lazy-live-host.tsx';
