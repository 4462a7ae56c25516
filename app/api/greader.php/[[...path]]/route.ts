import { greaderRoutes } from '#lib/handlers/sync/answer-app.ts'

export const { GET, POST, OPTIONS } = greaderRoutes('/api/greader.php/')
