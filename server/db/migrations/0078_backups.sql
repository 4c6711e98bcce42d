CREATE TABLE "invoice_gaps" (
	"first_number" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"hour" integer,
	"folder" text,
	"keep" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"backup_taken_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone,
	"comparison" jsonb,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"is_forced" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backups_taken" ON "backups" USING btree ("taken_at");--> statement-breakpoint
CREATE UNIQUE INDEX "backups_path" ON "backups" USING btree ("path") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_open" ON "pauses" USING btree (("ended_at" is null)) WHERE ended_at is null;