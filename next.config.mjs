/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Set by scripts/setup.mjs from the sources, so that every node that builds one commit has one id.
  generateBuildId: () => process.env.BUILD_ID ?? null,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks the types, so that a build on a server need not.
  typescript: { ignoreBuildErrors: true },
  // Streamed metadata would be missing from the head for readers without script.
  htmlLimitedBots: /.*/,
  rewrites: async () => [{ source: '/blog/:slug([^/]+)\\.md', destination: '/blog/:slug/markdown' }],
  images: { unoptimized: true },
  experimental: { preloadEntriesOnStart: false },
  serverExternalPackages: ['@resvg/resvg-js', 'undici'],
}
