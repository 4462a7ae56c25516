-- Languages are tags (en-US) from now on; some publishers write the names of locales (en_US).
UPDATE "source" SET "language" = replace("language", '_', '-') WHERE "language" LIKE '%\_%';
