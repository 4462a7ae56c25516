import { minifluxRoutes } from '#app/api/greader.php/answer-app.ts'

export const { GET, POST, PUT, DELETE, OPTIONS } = minifluxRoutes
