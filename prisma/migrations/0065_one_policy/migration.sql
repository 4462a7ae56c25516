-- A second policy no longer runs beside the live one: what was compared goes. The log keeps who started and ended it, in the detail.
UPDATE "audit_log" SET "act" = 'of-an-earlier-version', "detail" = "act" || ' ' || "detail"
WHERE "act" IN ('shadow-started', 'shadow-ended');

-- DropTable
DROP TABLE "shadow_source";

-- DropTable
DROP TABLE "shadow_day";

-- DropTable
DROP TABLE "shadow";
