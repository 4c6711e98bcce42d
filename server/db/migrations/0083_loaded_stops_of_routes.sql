ALTER TABLE "loaded_stops" DROP CONSTRAINT "loaded_stops_pkey";--> statement-breakpoint
ALTER TABLE "loaded_stops" ADD CONSTRAINT "loaded_stops_stop_id_route_id_pk" PRIMARY KEY("stop_id","route_id");
