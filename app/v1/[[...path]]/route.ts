import { minifluxRoutes } from '#lib/handlers/sync/answer-app.ts'

export const { GET, POST, PUT, DELETE, OPTIONS } = minifluxRoutes
