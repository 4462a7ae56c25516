import type { NextConfig } from 'next'
import { outsideBundle } from './lib/web/outside-bundle.ts'

const moved = [
  ['/settings/rules', '/settings/automation'],
  ['/settings/digests', '/settings/notifications#digests'],
  ['/settings/feeds', '/settings/connections#outputs'],
  ['/settings/integrations', '/settings/connections#services'],
  ['/admin/settings', '/admin/people'],
] as const

const nextConfig: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Our server packs (lib/web/packing-response.ts).
  compress: false,
  // We fetch and shrink pictures ourselves: Next's own way (/_next/image) is shut.
  images: { unoptimized: true },
  turbopack: {
    rules: {
      '*': {
        condition: { all: [{ not: 'browser' }, { not: 'foreign' }, { path: outsideBundle }] },
        loaders: ['./lib/web/outside-loader.mjs'],
        as: '*.cjs',
      },
    },
  },
  // `npm run check` runs the compiler over the whole tree; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Pages that moved keep their old addresses.
  redirects: () =>
    Promise.resolve(moved.map(([source, destination]) => ({ source, destination, permanent: true }))),
}

export default nextConfig
