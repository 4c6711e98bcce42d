-- The API's names of kinds have hyphens.
UPDATE "cases" SET "kind" = 'wrong-count' WHERE "kind" = 'wrong_count';
