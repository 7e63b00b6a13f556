/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Set by scripts/setup.mjs from the sources, so that every node that builds one commit has one id.
  generateBuildId: () => process.env.BUILD_ID ?? null,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // Types are checked by `npm test`; a build on a server need not repeat it.
  typescript: { ignoreBuildErrors: true },
  // Metadata belongs into the head of every document, for readers without script as well.
  htmlLimitedBots: /.*/,
  rewrites: async () => [{ source: '/blog/:slug([^/]+)\\.md', destination: '/blog/:slug/markdown' }],
  images: { unoptimized: true },
  experimental: { preloadEntriesOnStart: false },
  serverExternalPackages: ['@resvg/resvg-js', 'undici'],
}
