CREATE TABLE "route_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"scope" text NOT NULL,
	"seconds" integer NOT NULL,
	"status" text NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"base" jsonb NOT NULL,
	"result" jsonb,
	"undo" jsonb,
	"problem" text,
	"alive_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trucks" ADD COLUMN "shift" jsonb;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "routing" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "route_plans_of_date" ON "route_plans" USING btree ("date","created_at");--> statement-breakpoint
CREATE INDEX "route_plans_by_age" ON "route_plans" USING btree ("created_at");