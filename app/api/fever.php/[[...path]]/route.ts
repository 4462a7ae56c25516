import { feverRoutes } from '#app/api/greader.php/answer-app.ts'

export const { GET, POST, OPTIONS } = feverRoutes
